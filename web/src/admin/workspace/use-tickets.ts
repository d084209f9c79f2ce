import { useEffect, useMemo, useState } from 'react';
import { isSettled } from '#contract/tickets/ticket';
import type { StaffTicket, TicketDesk } from '#contract/tickets/staff-ticket';
import { shownTicket } from './ticket-operations.ts';
import type { ShownTicket } from './ticket-operations.ts';
import { joined } from './overlay.ts';
import { useWorkspace, useWorkspaceState } from './workspace.ts';

/** The tickets of a device, and what is needed to show them. */
export interface Tickets {
  tickets: readonly ShownTicket[];
  /** null for somebody who sees none. */
  desk: TicketDesk | null;
}

/** Returns the tickets of this device with the person's own changes; null until they were read. */
export function useTickets(): Tickets | null {
  const { desk: store } = useWorkspace();
  const { content, landed, waiting } = useWorkspaceState();
  const [read, setRead] = useState<{ tickets: StaffTicket[]; desk: TicketDesk | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([store.all(), store.desk()]).then(([tickets, desk]) => isCurrent && setRead({ tickets, desk }));
    return () => {
      isCurrent = false;
    };
  }, [store, content]);
  return useMemo(() => {
    if (!read) return null;
    const operations = joined(landed, waiting);
    const waits = new Set(waiting.map(({ opId }) => opId));
    return { desk: read.desk, tickets: read.tickets.map((ticket) => shownTicket(ticket, operations, waits)) };
  }, [read, landed, waiting]);
}

/**
 * Returns how many tickets wait that a person may see; null for somebody who sees none, and until it is known.
 */
export function useWaitingTickets(): number | null {
  const read = useTickets();
  return read?.desk ? read.tickets.filter((ticket) => !ticket.isSuspect && !isSettled(ticket.state)).length : null;
}

/**
 * Returns a photo of a ticket as an address for `src`: from this device, or from the server; null while there is none.
 */
export function useTicketPhoto(ticket: string, name: string, load: () => Promise<ArrayBuffer | null>): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isCurrent = true;
    void load().then((bytes) => {
      if (!bytes || !isCurrent) return;
      made = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }));
      setSource(made);
    });
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
    // `load` is another function at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ticket, name]);
  return source;
}
