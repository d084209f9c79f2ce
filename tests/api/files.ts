import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import type { Db } from '../../api/db/database.ts';

/** Files for uploads, and what an upload has stored. */

/** File names that are malicious or unusual. */
export const WICKED_NAMES = [
  '../../etc/passwd.png',
  '..\\..\\windows\\system.ini',
  '/etc/passwd',
  'C:\\fakepath\\foto.png',
  'a"b\'c`d.pdf',
  'uno\r\nContent-Type: text/html\r\n\r\n<script>.pdf',
  'factura\u202Efdp.exe',
  '\u2066\u200f\u0000\u0007.png',
  `${'ñandú '.repeat(50)}.jpeg`,
  '.htaccess',
  '...',
  '',
  '💧.png',
  '\ud800.png',
  'CON',
];

/** Makes a picture with content; with noise it hardly compresses. */
export async function photo({
  width = 64,
  height = 48,
  format = 'jpeg',
  noise = false,
  seed = 1,
}: {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'avif';
  noise?: boolean;
  seed?: number;
} = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = noise ? state >>> 24 : (index + seed * 50) & 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer();
}

/** Makes a PNG whose header declares a size without the pixels for it. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes a file with only the first bytes of a HEIC photo, as iPhones save them. */
export function heic(): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]);
}

/** Makes a minimal PDF, enlarged by a comment. */
export function pdf(text = 'x', size = 0): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n% ${text}\n`),
    Buffer.alloc(size, '%'),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
}

export const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

/** Makes a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-uploads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns all files and folders outside the trash, sorted; the path of a folder ends in a slash. */
export function listed(folder: string): string[] {
  return entries(folder)
    .filter((path) => !path.startsWith('.trash/'))
    .sort();
}

/** Returns all files in the trash, without the folder of the day of their deletion. */
export function trashed(folder: string): string[] {
  return entries(folder)
    .filter((path) => path.startsWith('.trash/') && !path.endsWith('/'))
    .map((path) => path.split('/').slice(2).join('/'))
    .sort();
}

/** Returns everything that a refused upload must leave unchanged. */
export function stateOf({ db }: { db: Db }, folder: string): object {
  const tables = ['story', 'agenda', 'authority', 'album', 'bulletin', 'document', 'image', 'change', 'history'];
  return {
    rows: Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()])),
    files: entries(folder)
      .sort()
      .filter((path) => path !== '.tmp/')
      .map((path) => [path, path.endsWith('/') ? '' : readFileSync(join(folder, path)).toString('base64')]),
  };
}

function entries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)) + (entry.isDirectory() ? '/' : ''))
    .filter((path) => path !== '.tmp/');
}

function chunk(type: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
