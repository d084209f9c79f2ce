import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { IconKind } from '../contract/town/icons.ts';
import { answerOnce } from './decoder-process.ts';
import { drawnBadge, drawnMark } from './drawn-mark.ts';
import type { Mark } from './drawn-mark.ts';

/** What an icon is made of: the stored picture of the shield, or what the mark shows. */
export interface IconMaterial {
  kind: IconKind;
  shield: Uint8Array | null;
  mark: Mark;
}

/** Icons of the shield. A badge is an outline, in which no shield is recognizable, so it shows the landscape. */
type Shielded = Exclude<IconKind, 'badge-96'>;

/** How much of the icon's side the shield takes. Of a maskable icon only the middle is certain to be seen. */
const SHARE: Record<Shielded, number> = { '180': 0.84, '192': 1, '512': 1, 'maskable-512': 0.6, ico: 1 };
const SIZE: Record<IconKind, number> = {
  '180': 180,
  '192': 192,
  '512': 512,
  'maskable-512': 512,
  'badge-96': 96,
  ico: 48,
};
/** Those that systems cut themselves and show without transparency. */
const isWhole = (kind: IconKind) => kind === '180' || kind === 'maskable-512';

/** Makes an icon: a PNG, or an ICO that contains one. @returns null if the shield cannot be decoded */
export async function encodeIcon({ kind, shield, mark }: IconMaterial): Promise<Uint8Array | null> {
  try {
    const size = SIZE[kind];
    const drawn = shield && kind !== 'badge-96' ? await ofShield(shield, kind) : ofMark(mark, kind);
    const png = await drawn.png({ palette: true, effort: 8 }).toBuffer();
    return kind === 'ico' ? inIco(png, size) : png;
  } catch {
    return null;
  }
}

const ofMark = (mark: Mark, kind: IconKind) =>
  sharp(Buffer.from(kind === 'badge-96' ? drawnBadge(mark) : drawnMark(mark, { rounded: !isWhole(kind) }))).resize(
    SIZE[kind],
    SIZE[kind],
  );

async function ofShield(shield: Uint8Array, kind: Shielded): Promise<Sharp> {
  const inner = Math.round(SIZE[kind] * SHARE[kind]);
  const input = await sharp(shield, { failOn: 'error' }).resize(inner, inner).png().toBuffer();
  const ground = { r: 255, g: 255, b: 255, alpha: isWhole(kind) ? 1 : 0 };
  const square = { width: SIZE[kind], height: SIZE[kind], channels: 4, background: ground } as const;
  return sharp({ create: square }).composite([{ input }]);
}

/** Wraps a PNG in the container of Windows icons, with one picture of 32 bits per pixel. */
function inIco(png: Uint8Array, size: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

// As a program: waits for the material and sends the icon.
if (import.meta.main && process.send) {
  sharp.concurrency(1);
  answerOnce(encodeIcon);
}
