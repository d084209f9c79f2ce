import { existsSync } from 'node:fs';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limited } from '../http/limits/concurrency-limit.ts';
import { pictureFolder, storedPdf } from '../contract/addresses/files.ts';
import type { Attached } from '../contract/values/pdf-titles.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { encodeWidths } from '../files/picture-encoder.ts';
import type { EncodedPicture } from '../files/picture-encoder.ts';
import { pictureNameOf } from '../files/picture-intake.ts';
import { pdfFileOf } from '../files/pdfs.ts';
import { drawing, idOf, illustrations, pdfOf, readTown } from './town.ts';
import type { Town } from './town.ts';

/** The files that were written, for the records that refer to them. */
export interface DemoFiles {
  /** By the name of the drawing. */
  pictures: Record<string, Picture>;
  /** One for each bulletin, in the same order; null for a bulletin without a PDF. */
  bulletins: (Attached | null)[];
  digest: Attached;
}

/** Effort of the WebP encoder. For these simple drawings a higher one saves too little to delay the first start. */
const EFFORT = 2;

async function writeDemoFiles(town: Town, uploadsDir: string): Promise<DemoFiles> {
  await mkdir(uploadsDir, { recursive: true });
  const drawn = await drawAll(town);
  await placePictures(town, drawn, uploadsDir);
  const pictures = Object.fromEntries([...drawn].map(([name, { picture }]) => [name, picture]));
  return { pictures, ...(await writePdfs(town, uploadsDir)) };
}

// As a program: `demo-files.ts <ms since the epoch> <uploads folder>` prints the DemoFiles as JSON.
if (import.meta.main) {
  const [at, uploadsDir = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await writeDemoFiles(readTown(Number(at)), uploadsDir)));
}

async function drawAll(town: Town): Promise<Map<string, EncodedPicture>> {
  const names = new Set(illustrations(town).flatMap(({ drawings }) => drawings));
  const turn = limited(2);
  return new Map(
    await Promise.all(
      [...names].map((name) =>
        turn(async (): Promise<[string, EncodedPicture]> => {
          const svg = drawing(name);
          return [name, await encodeWidths(svg, pictureNameOf(`${name}.svg`, svg), { effort: EFFORT })];
        }),
      ),
    ),
  );
}

/** Writes the pictures. A drawing that several records show is stored once and linked. */
async function placePictures(town: Town, drawn: Map<string, EncodedPicture>, uploadsDir: string): Promise<void> {
  const written = new Map<string, string>();
  for (const { owner, drawings, ...record } of illustrations(town)) {
    const folder = join(uploadsDir, pictureFolder(owner, record));
    if (drawings.length === 0) continue;
    await mkdir(folder, { recursive: true });
    for (const { file, bytes } of drawings.flatMap((name) => drawn.get(name)?.files ?? [])) {
      const path = join(folder, file);
      const other = written.get(file);
      if (other === undefined) await writeFile(path, bytes, { flush: true });
      else if (!existsSync(path)) await linkOrWrite(other, path, bytes);
      written.set(file, other ?? path);
    }
  }
}

async function linkOrWrite(other: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await link(other, path);
  } catch {
    // Not every file system has hard links.
    await writeFile(path, bytes, { flush: true });
  }
}

async function writePdfs(town: Town, uploadsDir: string): Promise<Omit<DemoFiles, 'pictures'>> {
  const store = async (type: 'bulletin' | 'digest', id: string, bytes: Buffer, name: string): Promise<Attached> => {
    const file = pdfFileOf(bytes, name);
    const path = join(uploadsDir, storedPdf(type, id, file.pdf));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { flush: true });
    return file;
  };
  const bulletins: DemoFiles['bulletins'] = [];
  for (const [index, bulletin] of town.bulletin.entries()) {
    const name = `${bulletin.number.replace('/', '-')}.pdf`;
    bulletins.push(
      bulletin.pdf ? await store('bulletin', idOf('bulletin', index), pdfOf(String(index + 1)), name) : null,
    );
  }
  const digest = await store('digest', 'digest', pdfOf('digest'), 'Digesto municipal.pdf');
  return { bulletins, digest };
}
