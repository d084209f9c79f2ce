import { arrowsUp, mutualPairs } from './house.ts';
import type { House } from './house.ts';

const ROOM = { width: 150, height: 34, gap: 18 };
const FLOOR = 92;
const MARGIN = 30;

/** Returns the numbers by which a house is judged, in a line. */
export const summary = (house: House): string =>
  [
    `${house.folder}: ${house.floors.flat().length} rooms on ${house.floors.length} floors`,
    `${house.arrows.length} arrows`,
    `${mutualPairs(house).length} mutual pairs`,
    `${arrowsUp(house).length} arrows up`,
  ].join(', ');

/** Describes a house in words, the top floor first: its rooms, whom each imports, and what leads up. */
export function described(house: House): string {
  const up = new Set(arrowsUp(house));
  const floors = house.floors.map((rooms, at) => {
    const lines = rooms.map(({ name, files, lines: ofRoom }) => {
      const out = house.arrows.filter(({ from }) => from === name);
      const named = out.map((arrow) => `${up.has(arrow) ? '^' : ''}${arrow.to} ${arrow.imports}`);
      return `    ${name} (${files} files, ${ofRoom} lines)${named.length > 0 ? ` -> ${named.join(', ')}` : ''}`;
    });
    return [`  floor ${at}`, ...lines].join('\n');
  });
  const pairs = mutualPairs(house).map(([a, b]) => `  mutual: ${a} and ${b}`);
  return [summary(house), ...floors.reverse(), ...pairs].join('\n');
}

/** Draws a house as SVG: a row for each floor, the ground at the bottom; arrows that lead up are red. */
export function drawn(house: House): string {
  const widest = Math.max(...house.floors.map((floor) => floor.length));
  const width = 2 * MARGIN + widest * (ROOM.width + ROOM.gap);
  const height = 2 * MARGIN + house.floors.length * FLOOR;
  const places = new Map(
    house.floors.flatMap((floor, at) =>
      floor.map(({ name }, index): [string, { x: number; y: number }] => [
        name,
        {
          x: width / 2 + (index - (floor.length - 1) / 2) * (ROOM.width + ROOM.gap),
          y: height - MARGIN - at * FLOOR - FLOOR / 2,
        },
      ]),
    ),
  );
  const up = new Set(arrowsUp(house));
  const arrows = house.arrows.map((arrow) => {
    const [a, b] = [places.get(arrow.from), places.get(arrow.to)];
    if (!a || !b) return '';
    const [y1, y2] = b.y > a.y ? [a.y + ROOM.height / 2, b.y - ROOM.height / 2] : [a.y, b.y + ROOM.height / 2];
    const bend = Math.abs(b.x - a.x) < 1 && Math.abs(b.y - a.y) > FLOOR ? ROOM.width * 0.6 : 0;
    const colour = up.has(arrow) ? '#c0392b' : '#5b7083';
    const path = `M${a.x},${y1} C${a.x + bend},${(y1 + y2) / 2} ${b.x + bend},${(y1 + y2) / 2} ${b.x},${y2}`;
    const thick = 0.6 + Math.log2(arrow.imports) / 2;
    const line = `fill="none" stroke="${colour}" stroke-width="${thick.toFixed(1)}" opacity="0.7"`;
    return `<path d="${path}" ${line} marker-end="url(#end)"/>`;
  });
  const rooms = house.floors.flat().map(({ name, lines }) => {
    const { x, y } = places.get(name) ?? { x: 0, y: 0 };
    const box = `x="${x - ROOM.width / 2}" y="${y - ROOM.height / 2}" width="${ROOM.width}" height="${ROOM.height}"`;
    return (
      `<rect ${box} rx="5" fill="#f4efe6" stroke="#3d4f5c"/>` +
      `<text x="${x}" y="${y + 4}" text-anchor="middle">${name} <tspan fill="#777">${lines}</tspan></text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<style>text { font: 12px system-ui, sans-serif }</style>',
    '<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">',
    '<path d="M0,0 L8,4 L0,8 z" fill="#5b7083"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="18">${summary(house)}</text>`,
    ...arrows,
    ...rooms,
    '</svg>',
    '',
  ].join('\n');
}
