/** The state of the portal, as its screen in the back office shows it. Times are ISO 8601; null means unknown. */
export interface PortalState {
  /** When the server gave this answer. */
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
  /** Whether anybody is told of problems, by mail or a web hook, as the last check saw it. Earlier releases lack it. */
  isTold?: boolean | null;
  /**
   * The weather service: since when it is asked, when it last answered and why not later, and what does not fit. null:
   * it is not asked. Earlier releases lack it.
   */
  weather?: WeatherServiceState | null;
  problems: { what: string; todo: string; since: string }[];
  /** The devices of staff, those with changes that wait first. */
  devices: DeviceState[];
}

export interface WeatherServiceState {
  since: string;
  heard: string | null;
  problem: string | null;
  /** It has not answered for a day: what it said before is not shown any more. */
  isSilent: boolean;
  /** Its clock and that of this machine cannot both be right. */
  doClocksDiffer: boolean;
  /** Number of its messages that could not be read. */
  unreadable: number;
}

/** What a device of staff reported when it was last connected. */
export interface DeviceState {
  person: string;
  device: string;
  /** Number of changes that were waiting on it, and since when the oldest of them. */
  waiting: number;
  since: string | null;
  seen: string;
}

/** Header of a pull in which a device of staff reports its state. */
export const DEVICE_HEADER = 'portal-device';

/** Returns the value of the header. @param age of the oldest waiting change in ms, not its time: clocks may be wrong */
export const deviceWord = (id: string, waiting: number, age: number) => `${id} ${waiting} ${Math.max(0, age)}`;

/** Reads the value of the header; null for any other text. */
export function readDeviceWord(text: unknown): { id: string; waiting: number; age: number } | null {
  const [, id, waiting, age] = /^([a-z0-9]{12}) (\d{1,6}) (\d{1,12})$/.exec(typeof text === 'string' ? text : '') ?? [];
  return id === undefined ? null : { id, waiting: Number(waiting), age: Number(age) };
}

/** Age of the last backup, in ms, from which on a person is warned: a nightly one has then failed. */
export const OLD_BACKUP = 36 * 60 * 60 * 1000;
