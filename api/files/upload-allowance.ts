import { addDays, dayAt } from '../contract/values/dates.ts';
import { TOWN_OFFSET } from '../contract/limits.ts';
import { Problem } from '../contract/problems.ts';
import { spaceOf as spaceOn } from '../db/disk.ts';
import type { DiskSpace } from '../db/disk.ts';
import { createRateLimiter } from '../http/limits/rate.ts';

const GIB = 1024 ** 3;
/** Uploads of one person: a gallery that an outbox sends at once, then 1,800 an hour. 2,000 photos take 65 minutes. */
export const UPLOAD_RATE = { burst: 60, perSecond: 0.5 };
/** Bytes that one person may send in a day, as base64: more than 2,000 photos of 2 MiB. */
export const DAY_QUOTA = 6 * GIB;
/**
 * Uploads of one person that arrive at the same time: a device sends four. Each takes its room for as long as it lasts,
 * and whoever sends slowly would keep all that is free.
 */
export const AT_ONCE = 16;
/** Part of the disk that uploads leave free for texts, alerts and log-ins; at most `RESERVE_MOST` bytes. */
const RESERVE_PART = 0.1;
const RESERVE_MOST = GIB;
/** Space that an upload needs for each byte that is sent: it arrives as one file and is stored as others. */
const NEED = 2;

export interface UploadAllowance {
  /**
   * Takes the room for an upload before its body is read.
   * @param person id of the user who sends it, whatever the session
   * @param bytes size of the body
   * @returns a function that gives the room back once the request is over
   * @throws Problem 429 too many at once, in a short time or in a day; 507 too little would be left on the disk
   */
  take(person: string, bytes: number): () => void;
}

/**
 * All limits on what uploads may use. What is used is counted anew when the portal starts.
 * @param now ms since the epoch
 * @param spaceOf returns the space on the disk of a folder
 */
export function openUploadAllowance({
  uploadsDir,
  now,
  spaceOf = spaceOrUnknown,
}: {
  uploadsDir: string;
  now: () => number;
  spaceOf?: ((folder: string) => DiskSpace) | undefined;
}): UploadAllowance {
  const pace = createRateLimiter({ now, ...UPLOAD_RATE });
  const sent = new Map<string, number>();
  let day = '';
  let arriving = 0;
  const underWay = new Map<string, number>();

  function countFor(person: string, bytes: number): void {
    const today = dayAt(now());
    if (today !== day) sent.clear();
    day = today;
    const total = (sent.get(person) ?? 0) + bytes;
    if (total > DAY_QUOTA) {
      const midnight = Date.parse(`${addDays(today, 1)}T00:00:00${TOWN_OFFSET}`);
      throw new Problem('too-many', { message: OVER_QUOTA, retryAfter: Math.ceil((midnight - now()) / 1000) });
    }
    sent.set(person, total);
  }
  function checkRoom(need: number): void {
    const { free, total } = spaceOf(uploadsDir);
    const reserve = Math.min(total * RESERVE_PART, RESERVE_MOST);
    // Uploads that arrive at the same time have not used their space yet.
    if (free - arriving - need < reserve) throw new Problem('no-room', { retryAfter: 600 });
  }

  return {
    take(person, bytes) {
      const need = bytes * NEED;
      const others = underWay.get(person) ?? 0;
      if (others >= AT_ONCE) throw new Problem('too-many', { message: TOO_MANY_AT_ONCE, retryAfter: 30 });
      checkRoom(need);
      pace(person);
      countFor(person, bytes);
      arriving += need;
      underWay.set(person, others + 1);
      return () => {
        arriving -= need;
        const left = (underWay.get(person) ?? 1) - 1;
        if (left > 0) underWay.set(person, left);
        else underWay.delete(person);
      };
    },
  };
}

const TOO_MANY_AT_ONCE = 'Se están subiendo muchos archivos a la vez. Esperá a que terminen algunos.';
const OVER_QUOTA =
  'Hoy ya subiste 6 GB de fotos y archivos, que es lo más que puede subir una persona por día. ' +
  'Los textos se guardan igual; seguí con los archivos mañana.';

function spaceOrUnknown(folder: string): DiskSpace {
  try {
    return spaceOn(folder);
  } catch {
    // Storing the file says what is wrong with the folder.
    return { free: Infinity, total: 0 };
  }
}
