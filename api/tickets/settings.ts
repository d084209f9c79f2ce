import { FIRST_TICKET_SETTINGS, ticketSettings } from '../contract/tickets/ticket-settings.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { TicketForm } from '../contract/tickets/ticket.ts';
import type { Db } from '../db/database.ts';

export interface SettingsStore {
  read(): TicketSettings;
  /** @param value what `ticketSettings` has accepted */
  write(value: TicketSettings): void;
}

/** How the town takes tickets; a new portal takes none. */
export function openTicketSettings(db: Db): SettingsStore {
  const find = db.prepare<[], string>('SELECT value FROM ticket_settings').pluck();
  const put = db.prepare<[string]>('INSERT OR REPLACE INTO ticket_settings (id, value) VALUES (1, ?)');
  return {
    read() {
      const value = find.get();
      return value === undefined ? FIRST_TICKET_SETTINGS : ticketSettings.parse(JSON.parse(value));
    },
    write: (value) => void put.run(JSON.stringify(value)),
  };
}

/** What everybody may know of it: nothing about areas and people. */
export const formOf = (
  { isOpen, topics, takesAnonymous, months, isPublic }: TicketSettings,
  hasPicture: boolean,
): TicketForm => ({
  isOpen,
  topics: topics.filter(({ retired }) => !retired).map(({ key, name }) => ({ key, name })),
  takesAnonymous,
  months,
  isPublic,
  hasPicture,
});
