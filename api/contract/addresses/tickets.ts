/** The page with the form, and the person's own tickets. */
export const TICKETS_PAGE = '/reclamos';
export const TICKETS_NAME = 'Consultas y reclamos';
/** What is open, and what was settled lately, as everybody may see it. */
export const PUBLIC_TICKETS = '/reclamos/abiertos';
export const PUBLIC_TICKETS_NAME = 'Reclamos abiertos';
/** The form without scripts, for browsers that keep nothing. The service worker leaves it alone. */
export const PLAIN_TICKETS = '/reclamos/simple';
/** Where tickets are followed by those who have their address. Nothing below it is in any cache, list or search. */
export const PRIVATE_TICKETS = '/reclamos/ver';
/** The private page of a ticket: who has its address may read, write and erase. */
export const ticketPage = ({ id, secret }: { id: string; secret: string }) => `${PRIVATE_TICKETS}/${id}${secret}`;
