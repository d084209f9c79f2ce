import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import type { PublicTickets } from '#contract/tickets/public-ticket';
import { loggedPath } from '../../../api/log.ts';
import { allRoutes } from '../http/all-routes.ts';
import { temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';
import { newTicket, openForm, send } from './ticket.ts';

/** No other text of a town has these words. */
const WORDS = ['ornitorrinco', 'Trascorral', 'Quintanilla', '02902 48-7777'];

it('nothing of a ticket is in any answer to somebody who has neither its secret nor its area', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  await openForm(town);
  const ticket = newTicket({
    text: `Hay un ${WORDS[0]} suelto.`,
    place: `${WORDS[1]} 4`,
    name: `Rosa ${WORDS[2]}`,
    phone: WORDS[3]!,
  });
  await send(town, ticket);
  const said = [...WORDS, ticket.number, ticket.id, ticket.secret];
  const places: Record<string, string> = {
    page: '1',
    dates: 'all',
    label: 'all',
    by: 'all',
    type: 'story',
    search: WORDS[0]!,
  };
  const gets = allRoutes().flatMap((route) => (route.startsWith('GET ') ? [route.slice(4)] : []));
  expect(gets.length).toBeGreaterThan(90);
  for (const pattern of gets) {
    const path = pattern
      .replace(/\{(.*?)\}/g, '$1')
      .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(places[name] ?? ticket.id));
    for (const as of [undefined, town.editor]) {
      const { body } = await town.get(path, { as });
      for (const one of said)
        expect(JSON.stringify(body), `${path} as ${as ? 'an editor' : 'nobody'}`).not.toContain(one);
    }
  }
  for (const search of WORDS) {
    const { body } = await town.post('/api/dataPublic/searchContent', { search, page: 1 });
    expect(body).toMatchObject({ items: [] });
  }
});

it('of a ticket that was released, everybody reads what was released, and nothing else of it', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  await openForm(town, { isPublic: true });
  const ticket = newTicket({
    text: `Hay un ${WORDS[0]} suelto.`,
    place: `${WORDS[1]} 4`,
    name: `Rosa ${WORDS[2]}`,
    phone: WORDS[3]!,
    email: 'rosa@trascorral.example',
    point: { lat: -38.71834, lon: -62.26627 },
  });
  await send(town, ticket);
  const as = town.admin;
  const answer = { kind: 'answer', text: `Estimada ${WORDS[2]}, vamos.` };
  expect((await town.post(staffTicketCalls.entry(ticket.id), answer, { as })).status).toBe(200);
  const release = { isHidden: false, text: 'Un animal suelto.', place: 'Centro', isPinned: true, photos: [] };
  expect((await town.post(staffTicketCalls.release(ticket.id), release, { as })).status).toBe(200);
  const [{ id = '' } = {}] = ((await town.get(ticketCalls.shown())).body as PublicTickets).tickets;
  const said = [...WORDS, ticket.number, ticket.id, ticket.secret, 'rosa@', '38.71834', '62.26627'];
  const telling: string[] = [];
  for (const pattern of allRoutes().flatMap((one) => (one.startsWith('GET ') ? [one.slice(4)] : []))) {
    const path = pattern
      .replace(/\{(.*?)\}/g, '$1')
      .replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? id : '0'));
    for (const asked of [undefined, town.editor]) {
      const text = JSON.stringify((await town.get(path, { as: asked })).body);
      for (const one of said) expect(text, path).not.toContain(one);
      // The history names who has switched the form on.
      if (path !== '/api/data/history') expect(text, path).not.toContain(town.adminId);
      if (text.includes(id)) telling.push(path);
      expect(text.includes('Un animal suelto.'), path).toBe(text.includes(id));
    }
  }
  const where = [
    '/api/tickets/public',
    ...['json', 'xml'].flatMap((one) => [`requests.${one}`, `requests/${id}.${one}`]),
  ];
  expect([...new Set(telling)].sort()).toEqual(
    where.map((one) => (one.startsWith('/') ? one : `/open311/v2/${one}`)).sort(),
  );
});

it('no Admin reads of a ticket where records are read: in the history, its export, the feed, the state of the portal', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  await openForm(town);
  await send(town, newTicket({ text: `Hay un ${WORDS[0]} suelto.`, name: WORDS[2]! }));
  const paths = ['history', 'historyExport?format=json', 'historyExport?format=csv', 'changes', 'portalState'];
  for (const path of [...paths.map((one) => `/api/data/${one}`), '/metrics']) {
    const { body } = await town.get(path, { as: town.admin });
    for (const word of WORDS) expect(JSON.stringify(body), path).not.toContain(word);
  }
});

it('no line of the log has a secret, a number or a word of a ticket, whatever becomes of the request', async () => {
  const written: string[] = [];
  const stream = new Writable({ write: (piece, _, done) => (written.push(String(piece)), done()) });
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => stream.write(piece));
  const { openLog } = await import('../../../api/log.ts');
  const town = await openTown({ log: openLog('trace'), uploadsDir: temporaryFolder() });
  await openForm(town);
  const ticket = newTicket({ text: `Hay un ${WORDS[0]}.`, name: WORDS[2]! });
  await send(town, ticket);
  await send(town, { ...ticket, text: '' });
  await town.post(ticketCalls.follow(ticket.id), { secret: 'no' });
  await town.get(`/reclamos/ver/${ticket.id}${ticket.secret}`);
  write.mockRestore();
  const lines = written.join('');
  for (const one of [ticket.secret, ticket.number, ...WORDS]) expect(lines).not.toContain(one);
  expect(loggedPath(`/reclamos/ver/${ticket.id}${ticket.secret}?a=1`)).not.toContain(ticket.secret);
});
