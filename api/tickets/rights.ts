import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { TicketRow } from './store.ts';

/** Who asks. */
export interface Member {
  userId: string;
  usergroup: number;
}

/**
 * Returns the keys of the areas whose tickets a person sees. Admins see all, those of areas that are gone too: null.
 */
export function areasOf({ userId, usergroup }: Member, { areas }: TicketSettings): ReadonlySet<string> | null {
  if (usergroup === ADMIN) return null;
  return new Set(areas.filter(({ people }) => people.includes(userId)).map(({ key }) => key));
}

export const maySee = (areas: ReadonlySet<string> | null, { area }: Pick<TicketRow, 'area'>): boolean =>
  areas === null || areas.has(area);

/** @throws Problem 403 for somebody who sees no tickets at all */
export function checkDesk(areas: ReadonlySet<string> | null): void {
  if (areas?.size === 0) throw new Problem('forbidden', { message: NO_AREA });
}

const NO_AREA = 'No tenés reclamos a cargo. Un administrador puede sumarte a un área.';
