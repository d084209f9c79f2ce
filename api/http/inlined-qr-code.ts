import { crc32, deflateSync } from 'node:zlib';
import { pageOfQrCode } from '../contract/addresses/qr-codes.ts';

/** The modules of a QR code: dark ones are true. */
export interface Modules {
  size: number;
  get(x: number, y: number): boolean;
}

/** The code below a page, which its component asks for by address. */
const BY_ADDRESS = /(<img class="qr" src=")([^"]+)("[^>]*?) loading="lazy"/;

/**
 * Puts the QR code that is printed below a page into its document, in some 350 bytes: a browser that asks for it only
 * when it prints may not wait for it.
 * @param modulesOf of a page's public address, given its path
 */
export function withInlinedCode(html: string, modulesOf: (path: string) => Modules): string {
  return html.replace(BY_ADDRESS, (whole, start: string, address: string, rest: string) => {
    const path = pageOfQrCode(address);
    return path === null ? whole : `${start}data:image/png;base64,${pngOf(modulesOf(path)).toString('base64')}${rest}`;
  });
}

/** Pixels of a module: with one, some programs that show PDFs blur it. */
const SCALE = 2;

/** A PNG picture of two colours, without the margin, which is that of the paper. */
function pngOf({ size, get }: Modules): Buffer {
  const side = size * SCALE;
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + Math.ceil(side / 8));
    for (let x = 0; x < side; x += 1)
      if (!get(Math.floor(x / SCALE), Math.floor(y / SCALE))) row[1 + (x >> 3)]! |= 128 >> (x & 7);
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit for each pixel, in grey.
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
