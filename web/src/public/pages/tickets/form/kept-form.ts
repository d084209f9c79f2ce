import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { TicketForm } from '#contract/tickets/ticket';

/** Where the device keeps what the town last said of its form, to open it without a network. */
const KEPT = 'reclamos-formulario';

export function keptForm(): TicketForm | null {
  try {
    return JSON.parse(localStorage[KEPT] ?? 'null') as TicketForm | null;
  } catch {
    return null;
  }
}

/** Asks the town, and keeps what it says. @returns null where it is not reached */
export async function keepForm(): Promise<TicketForm | null> {
  try {
    const answer = await fetch(ticketCalls.form(), { cache: 'no-store' });
    if (!answer.ok) return null;
    const form = (await answer.json()) as TicketForm;
    try {
      // A closed form is nothing to open without a network.
      if (form.isOpen) localStorage[KEPT] = JSON.stringify(form);
      else delete localStorage[KEPT];
    } catch {
      // Forbidden: without a network there is no form then.
    }
    return form;
  } catch {
    return null;
  }
}
