import type { Source } from './imports.ts';

/** A folder as a house: the folders and files in it are its rooms, and its arrows who imports whom. */
export interface House {
  folder: string;
  /** From the ground up. What no other imports is at the top. */
  floors: Room[][];
  arrows: Arrow[];
}
export interface Room {
  name: string;
  files: number;
  lines: number;
}
/** `imports`: how many imports of files the arrow stands for. */
export interface Arrow {
  from: string;
  to: string;
  imports: number;
}

/**
 * Makes the house of a folder.
 * @param floors names of rooms from the ground up; rooms that none names are put where most arrows lead down
 */
export function houseOf(folder: string, sources: Source[], floors: readonly (readonly string[])[] = []): House {
  const roomOf = (path: string) =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? '') : null;
  const rooms = new Map<string, Room>();
  const arrows = new Map<string, Arrow>();
  for (const { path, lines, imports } of sources) {
    const from = roomOf(path);
    if (from === null) continue;
    const room = rooms.get(from) ?? { name: from, files: 0, lines: 0 };
    rooms.set(from, { ...room, files: room.files + 1, lines: room.lines + lines });
    for (const to of new Set(imports)) {
      const target = roomOf(to);
      if (target === null || target === from) continue;
      const known = arrows.get(`${from} ${target}`) ?? { from, to: target, imports: 0 };
      arrows.set(`${from} ${target}`, { ...known, imports: known.imports + 1 });
    }
  }
  const all = [...arrows.values()];
  const named = new Set(floors.flat());
  const unnamed = [...rooms.keys()].filter((name) => !named.has(name));
  const order = floors.length > 0 && unnamed.length === 0 ? floors : layered(sorted([...rooms.keys()], all), all);
  return {
    folder,
    floors: order.map((floor) => floor.flatMap((name) => rooms.get(name) ?? [])).filter((floor) => floor.length > 0),
    arrows: all,
  };
}

/** Orders rooms, the ground first, so that few imports lead up (the greedy order of Eades, Lin and Smyth, 1993). */
function sorted(rooms: string[], arrows: Arrow[]): string[] {
  const left = new Set(rooms);
  const [ground, top]: [string[], string[]] = [[], []];
  const sum = (of: Arrow[]) => of.reduce((all, { imports }) => all + imports, 0);
  while (left.size > 0) {
    const among = arrows.filter(({ from, to }) => left.has(from) && left.has(to));
    const out = (name: string) => sum(among.filter(({ from }) => from === name));
    const into = (name: string) => sum(among.filter(({ to }) => to === name));
    const [first = ''] = [...left].sort((a, b) => out(a) - into(a) - (out(b) - into(b)) || (a < b ? -1 : 1));
    const next = [...left].find((name) => out(name) === 0) ?? [...left].find((name) => into(name) === 0) ?? first;
    if (out(next) > 0 && into(next) === 0) top.unshift(next);
    else ground.push(next);
    left.delete(next);
  }
  return [...ground, ...top];
}

/** Puts each room on the lowest floor above all that it imports and that comes before it in the order. */
function layered(order: string[], arrows: Arrow[]): string[][] {
  const floorOf = new Map<string, number>();
  for (const [place, name] of order.entries()) {
    const below = arrows.filter(({ from, to }) => from === name && order.indexOf(to) < place);
    floorOf.set(name, Math.max(0, ...below.map(({ to }) => (floorOf.get(to) ?? 0) + 1)));
  }
  const height = Math.max(0, ...floorOf.values());
  return Array.from({ length: height + 1 }, (_, floor) => order.filter((name) => floorOf.get(name) === floor));
}

/** Returns the pairs of rooms that import each other. */
export const mutualPairs = ({ arrows }: House): [string, string][] =>
  arrows
    .filter(({ from, to }) => from < to && arrows.some((other) => other.from === to && other.to === from))
    .map(({ from, to }) => [from, to]);

/** Returns the arrows that do not lead to a lower floor. */
export function arrowsUp({ arrows, floors }: House): Arrow[] {
  const floorOf = (room: string) => floors.findIndex((floor) => floor.some(({ name }) => name === room));
  return arrows.filter(({ from, to }) => floorOf(to) >= floorOf(from));
}
