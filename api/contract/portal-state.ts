/** How the portal is, as its screen in the back office shows it. Times are ISO 8601. What cannot be known is null. */
export interface PortalState {
  /** When the server said so. */
  at: string;
  version: string | null;
  startedAt: string | null;
  /** Free space on the disk of the database, and the size of the database, in bytes. */
  freeBytes: number | null;
  databaseBytes: number | null;
  /** null: this installation does not say where its backups are. */
  backup: { last: string | null } | null;
  /**
   * When the last backup that arrived outside this machine was sent, and why a later one did not arrive. null: none is
   * sent.
   */
  offsite: { arrived: string | null; problem: string | null } | null;
  /** The last restore that was tried, and why it did not work. null: none was yet. */
  tried: { at: string; isOffsite: boolean; problem: string | null } | null;
  /** When the portal was last examined, and what was wrong with it then. */
  checked: string | null;
  problems: { what: string; todo: string; since: string }[];
  /** The devices of staff, those with changes that wait first. */
  devices: DeviceState[];
}

/** What a device of staff said when it was last connected. */
export interface DeviceState {
  person: string;
  device: string;
  /** Number of changes that were waiting on it, and since when the oldest of them. */
  waiting: number;
  since: string | null;
  seen: string;
}

/** Header in which a device says with its pulls how it is. */
export const DEVICE_HEADER = 'portal-device';

/** @param age of the oldest waiting change in ms, because the device's clock may be wrong */
export const deviceWord = (id: string, waiting: number, age: number) => `${id} ${waiting} ${Math.max(0, age)}`;

/** Reads such a header; null for any other text. */
export function readDeviceWord(text: unknown): { id: string; waiting: number; age: number } | null {
  const [, id, waiting, age] = /^([a-z0-9]{12}) (\d{1,6}) (\d{1,12})$/.exec(typeof text === 'string' ? text : '') ?? [];
  return id === undefined ? null : { id, waiting: Number(waiting), age: Number(age) };
}

/** Age of the last backup, in ms, from which on a person is warned: a nightly one has then failed. */
export const OLD_BACKUP = 36 * 60 * 60 * 1000;
