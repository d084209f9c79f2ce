import type { Db } from '../db/database.ts';
import type { Warning } from './cap.ts';
import { withAlerts } from './decide.ts';
import type { KnownMessage } from './decide.ts';
import type { SaidMessage } from './reading.ts';

/** How long messages are remembered, in ms: longer than any of them is taken for new. */
const KEPT = 20 * 24 * 3_600_000;

interface Row extends Pick<KnownMessage, 'key' | 'type' | 'sent' | 'alert'> {
  refs: string;
  warnings: string;
}

/** What is remembered of what the service said. */
export interface WeatherStore {
  /** All messages that are remembered, each with its alert. */
  all(): KnownMessage[];
  /**
   * Remembers messages, whole or not at all, and forgets old ones. Of those that are nothing to the town, the ones
   * remembered are those that end or replace others: a message that is about may come later than its end.
   * @param at ms since the epoch
   */
  note(messages: readonly SaidMessage[], at: number): void;
  /** Takes for untrue what was said, until it is read again: the town is elsewhere, or the service another. */
  doubt(): void;
}

export function openWeatherStore(db: Db): WeatherStore {
  const select = db.prepare<[], Row>('SELECT key, type, sent, refs, warnings, alert FROM weather_message ORDER BY key');
  const put = db.prepare(`
    INSERT INTO weather_message (key, type, sent, refs, warnings, alert, seen)
    VALUES (@key, @type, @sent, @refs, @warnings, @alert, @seen)
    ON CONFLICT (key) DO UPDATE SET
      type = excluded.type, sent = excluded.sent, refs = excluded.refs, warnings = excluded.warnings,
      alert = excluded.alert, seen = excluded.seen`);
  const forget = db.prepare('DELETE FROM weather_message WHERE seen < ?');
  const doubt = db.prepare("UPDATE weather_message SET warnings = '[]'");

  /** What the table contains; null: unknown. Only this writes it. */
  let kept: KnownMessage[] | null = null;
  const all = () =>
    (kept ??= select.all().map(({ refs, warnings, ...row }): KnownMessage => ({
      ...row,
      references: JSON.parse(refs) as string[],
      warnings: JSON.parse(warnings) as Warning[],
    })));

  return {
    all,
    note: db.transaction((messages: readonly SaidMessage[], at: number) => {
      kept = null;
      forget.run(at - KEPT);
      const known = new Map(all().map((message) => [message.key, message]));
      const told = new Set<string>();
      const named = new Set([...known.values(), ...messages].flatMap(({ references }) => references));
      for (const message of messages) {
        const before = known.get(message.key);
        const isWorth =
          before !== undefined || named.has(message.key) || message.type !== 'Alert' || message.warnings.length > 0;
        if (!isWorth || (before && before.sent > message.sent)) continue;
        known.set(message.key, { ...message, alert: before?.alert ?? '' });
        told.add(message.key);
      }
      for (const { key, type, sent, references, warnings, alert } of withAlerts([...known.values()])) {
        if (!told.has(key)) continue;
        const [refs, said] = [JSON.stringify(references), JSON.stringify(warnings)];
        put.run({ key, type, sent, refs, warnings: said, alert, seen: at });
      }
      kept = null;
    }),
    doubt() {
      doubt.run();
      kept = null;
    },
  };
}
