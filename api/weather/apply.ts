import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { endOf } from '../contract/calendar/alerts.ts';
import { WEATHER_AUTHOR, WEATHER_SERVICE } from '../contract/calendar/weather-service.ts';
import { EDITOR } from '../contract/roles.ts';
import type { FieldValues } from '../contract/record-types.ts';
import { momentAt } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from '../records/from-rows.ts';
import type { Act, Writer } from '../records/write/writer.ts';
import type { Warning } from './cap.ts';
import { decide } from './decide.ts';
import type { KnownMessage } from './decide.ts';

type Values = Partial<FieldValues<'alert'>>;

/** Makes the alerts say what the service says. */
export interface Alerts {
  /**
   * Compares what the portal says with what the service says, and has the writer write what differs: each alert in one
   * transaction. Nothing is remembered of what was done, so an end in the middle leaves only what is still to be done.
   * @param at ms since the epoch
   */
  bringUpToDate(messages: readonly KnownMessage[], at: number, isSilent: boolean): Promise<void>;
}

export function openAlerts(db: Db, writer: Writer): Alerts {
  const records = openRecords(db);
  const lastChange = db.prepare<[string], number>("SELECT seq FROM change WHERE type = 'alert' AND id = ?").pluck();

  const isThere = (id: string) => records.one('alert', id) !== null;

  /** The key says what is done to what: the same is done once, whoever asks again. */
  function actOf(id: string, what: string, value: string): Act {
    const words = JSON.stringify([id, lastChange.get(id) ?? 0, what, value]);
    const opId = createHash('sha256').update(words).digest('hex').slice(0, 32);
    return { userId: WEATHER_AUTHOR, usergroup: EDITOR, opId, request: `weather ${what} ${id}` };
  }

  function write(id: string, isNew: boolean, values: Values): void {
    writer.together(() => {
      if (isNew) writer.create(actOf(id, 'create', ''), 'alert', { id });
      for (const [field, value] of Object.entries(values))
        writer.update(actOf(id, field, value), 'alert', id, field, { value });
    });
  }

  function bring(id: string, warning: Warning | null, at: number): void {
    const record = records.one('alert', id);
    if (!record) {
      if (warning) write(id, true, { ...valuesOf(warning), source: WEATHER_SERVICE, status: 'Publicado' });
      return;
    }
    if (!warning) {
      if (endOf(record) > at) write(id, false, { expires: momentAt(at) });
      return;
    }
    const stored = new Map(Object.entries(record));
    const changed = Object.entries(valuesOf(warning)).filter(([field, value]) => stored.get(field) !== value);
    if (changed.length > 0) write(id, false, Object.fromEntries(changed));
  }

  return {
    async bringUpToDate(messages, at, isSilent) {
      for (const [id, warning] of decide(messages, { at, isSilent, isThere })) {
        bring(id, warning, at);
        // Requests are answered between two of a storm's alerts.
        await setImmediate();
      }
    },
  };
}

/** The values of an alert, in their canonical form, as `cap.ts` reads them. */
const valuesOf = ({ onset, expires, ...words }: Warning): Values => ({
  ...words,
  onset: momentAt(onset),
  // Cut to the minute: never a moment too long.
  expires: momentAt(expires),
});
