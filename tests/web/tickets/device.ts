import { onTestFinished } from 'vitest';
import { openMyTickets } from '../../../web/src/tickets/my-tickets.ts';
import { openTickets } from '../../../web/src/tickets/open-tickets.ts';
import { NotKept, openOutboxStore } from '../../../web/src/offline/outbox/outbox-db.ts';
import { fakeServer } from './server.ts';

export const NOW = Date.parse('2026-03-15T13:32:00Z');
let devices = 0;

/** A device with tickets of its own, and a scripted network. */
export function openDevice() {
  const name = `tickets${(devices += 1)}`;
  const server = fakeServer();
  /** Number of operations that the device stores before it is full, and whether it knows that it has no network. */
  const room = { left: Infinity, isOffline: false };
  function openTab() {
    const tickets = openTickets({
      queueName: name,
      mine: openMyTickets(`${name}-mine`),
      fetch: server.fetch,
      newXhr: null,
      now: () => NOW,
      locks: null,
      channel: null,
      isOffline: () => room.isOffline,
      setTimer: () => () => {},
    });
    onTestFinished(() => tickets.close());
    const { outbox } = tickets;
    const { save } = outbox;
    outbox.save = async (...given) => {
      if ((room.left -= 1) < 0) throw new NotKept('full');
      return save(...given);
    };
    return tickets;
  }
  return {
    name,
    server,
    room,
    openTab,
    async rows() {
      const store = openOutboxStore(name);
      const rows = await store.transact(['operations'], ({ operations }) => operations.toArray());
      store.close();
      return rows;
    },
  };
}
