import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import { diskProblem } from '../db/disk.ts';

/** Folder below uploads with a folder for each ticket. Addresses of files never begin with a dot, so none is served. */
export const TICKET_PHOTOS = '.tickets';

const storedPhoto = (ticket: string, name: string) => `${TICKET_PHOTOS}/${ticket}/${name}.webp`;

/** Paths below uploads of the photos of all tickets. */
export const storedTicketPhotos = (db: Db): string[] =>
  db
    .prepare<[], { ticket: string; name: string }>('SELECT ticket, name FROM ticket_photo')
    .all()
    .map(({ ticket, name }) => storedPhoto(ticket, name));

export interface TicketPhotos {
  /** Stores a photo. @throws Problem 503 if the disk cannot be written */
  write(ticket: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of a photo (WebP); null if there is none. */
  read(ticket: string, name: string): Promise<Buffer | null>;
  /** Removes all photos of a ticket for good: they do not go to the trash. */
  remove(ticket: string): void;
  removeOne(ticket: string, name: string): void;
  /** Returns the ids of the tickets that have a folder. */
  tickets(): string[];
}

export function openTicketPhotos(uploadsDir: string): TicketPhotos {
  const folder = join(uploadsDir, TICKET_PHOTOS);
  const pathOf = (ticket: string, name: string) => join(uploadsDir, storedPhoto(ticket, name));
  return {
    async write(ticket, name, bytes) {
      const arriving = join(folder, ticket, `.${randomBytes(9).toString('hex')}`);
      try {
        await mkdir(join(folder, ticket), { recursive: true });
        await writeFile(arriving, bytes, { flush: true });
        await rename(arriving, pathOf(ticket, name));
      } catch (error) {
        await rm(arriving, { force: true }).catch(() => {});
        throw diskProblem(error);
      }
    },
    async read(ticket, name) {
      try {
        return await readFile(pathOf(ticket, name));
      } catch {
        return null;
      }
    },
    remove: (ticket) => rmSync(join(folder, ticket), { recursive: true, force: true }),
    removeOne: (ticket, name) => rmSync(pathOf(ticket, name), { force: true }),
    tickets: () => (existsSync(folder) ? readdirSync(folder) : []),
  };
}
