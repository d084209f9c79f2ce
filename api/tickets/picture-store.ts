import { createHash } from 'node:crypto';
import { ticketCalls } from '../contract/addresses/ticket-calls.ts';
import type { TownPicture } from '../contract/tickets/town-picture.ts';
import type { Db } from '../db/database.ts';

/** The picture of the town on which places are marked. It shows streets and nobody's data, so it is everybody's. */
export interface PictureStore {
  shown(): TownPicture | null;
  /** Returns its bytes (WebP) if this is its name. */
  bytes(name: string): Buffer | null;
  /** Stores another picture, or other marks on the one that is there. */
  write(marks: TownPicture['marks'], picture?: { width: number; height: number; bytes: Uint8Array }): void;
  remove(): void;
}

interface Row {
  name: string;
  width: number;
  height: number;
  marks: string;
}

export function openPictureStore(db: Db): PictureStore {
  const find = db.prepare<[], Row>('SELECT name, width, height, marks FROM ticket_picture');
  const bytes = db.prepare<[string], Buffer>('SELECT bytes FROM ticket_picture WHERE name = ?').pluck();
  const put = db.prepare(`
    INSERT OR REPLACE INTO ticket_picture (id, name, width, height, marks, bytes)
    VALUES (1, @name, @width, @height, @marks, @bytes)`);
  return {
    shown() {
      const row = find.get();
      if (!row) return null;
      const { name, width, height, marks } = row;
      return { address: ticketCalls.picture(name), width, height, marks: JSON.parse(marks) as TownPicture['marks'] };
    },
    bytes: (name) => bytes.get(name) ?? null,
    write(marks, picture) {
      if (!picture) return void db.prepare('UPDATE ticket_picture SET marks = ?').run(JSON.stringify(marks));
      const name = `${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 16)}.webp`;
      put.run({ ...picture, name, marks: JSON.stringify(marks) });
    },
    remove: () => void db.prepare('DELETE FROM ticket_picture').run(),
  };
}
