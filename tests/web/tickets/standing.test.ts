import { afterEach, describe, expect, test, vi } from 'vitest';
import { newDraft } from '../../../web/src/tickets/my-tickets.ts';
import type { DeviceTickets } from '../../../web/src/tickets/open-tickets.ts';
import { delayWords, standingOf } from '../../../web/src/public/pages/tickets/words.ts';
import { refusal, settle } from '../outbox/device.ts';
import { NOW, openDevice } from './device.ts';

const draft = () => ({ ...newDraft(NOW - 40_000), topic: 'bache', text: 'Hay un pozo.' });

/** What is said of the newest ticket of a device. */
function said({ getState }: DeviceTickets, isOnline = true) {
  const state = getState();
  const [ticket] = state.tickets;
  if (!ticket) throw new Error('no ticket');
  return standingOf(ticket, state, isOnline);
}
const photo = { name: 'a.jpg', bytes: new TextEncoder().encode('a').buffer as ArrayBuffer };

afterEach(() => vi.unstubAllGlobals());

describe('while the server does not answer', () => {
  test('a ticket says after the first try that it has not left, and goes by itself', async () => {
    const { server, openTab } = openDevice();
    server.isDown = true;
    const tab = openTab();
    await settle();
    await tab.send(draft(), 'Bache', '');
    await settle();
    const held = {
      short: 'Sin enviar',
      words: 'Guardado en este teléfono. Todavía no salió: se envía cuando el portal responda y lo tengas abierto.',
      hasArrived: false,
    };
    expect(said(tab)).toEqual(held);
    // Another tab, or the same page opened again, which has asked nothing yet.
    const other = openTab();
    await settle();
    expect(said(other)).toEqual(held);
    vi.stubGlobal(
      'ServiceWorkerRegistration',
      class {
        sync = null;
        static {
          Object.assign(this.prototype, { sync: null });
        }
      },
    );
    expect(said(tab).words).toBe(
      'Guardado en este teléfono. Todavía no salió: se envía solo cuando el portal responda.',
    );
    expect(said(tab, false).words).toBe('Guardado en este teléfono. Se envía solo cuando haya señal.');
    server.isDown = false;
    await tab.outbox.drain('online');
    await settle();
    expect(said(tab)).toEqual({ short: 'Enviado', words: '', hasArrived: true });
  });

  test('so does one that was written while another waits, which is not tried by itself', async () => {
    const { server, openTab } = openDevice();
    server.isDown = true;
    const tab = openTab();
    await tab.send({ ...draft(), text: 'Otro pozo.' }, 'Bache', '');
    await settle();
    const next = draft();
    await tab.send(next, 'Bache', '');
    await settle();
    const state = tab.getState();
    const ticket = state.tickets.find(({ id }) => id === next.id)!;
    expect(state.isPaused).toBe(true);
    expect(standingOf(ticket, state, true)).toMatchObject({ short: 'Sin enviar', hasArrived: false });
  });

  test('its erasure waits for the portal, not for a signal', async () => {
    const { server, openTab } = openDevice();
    const tab = openTab();
    await tab.send(draft(), 'Bache', '');
    await settle();
    server.isDown = true;
    await tab.erase(tab.getState().tickets[0]!);
    await settle();
    expect([said(tab).short, said(tab, false).short]).toEqual([
      'Se borra cuando el portal responda',
      'Se borra cuando haya señal',
    ]);
  });
});

test('a ticket is being sent until there is an answer', () => {
  const ticket = { id: 'a', secret: '', number: '', topic: '', text: '', at: 0, followed: null };
  const sending = { kind: 'create', status: 'sending', attempts: 0 };
  const state = { waiting: new Map([['a', [sending as never]]]), unqueued: new Map(), isPaused: true };
  expect(standingOf(ticket, state, true)).toEqual({
    short: 'Se está enviando',
    words: 'Guardado en este teléfono. Se está enviando.',
    hasArrived: false,
  });
});

test('what the server wants later has not left either, and says why', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  server.answer = () => refusal(503);
  await tab.send(draft(), 'Bache', '');
  await settle();
  expect(said(tab)).toMatchObject({ short: 'Sin enviar', words: expect.stringContaining('Todavía no salió') });
  expect(delayWords(tab.getState().waiting.values().next().value ?? [])).not.toBe('');
});

test('where only a photo waits the server has the ticket, and its number is known there', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  server.answer = (path) => (path.endsWith('/photo') ? refusal(503) : null);
  await tab.send({ ...draft(), photos: [photo] }, 'Bache', '');
  await settle();
  expect(said(tab)).toMatchObject({
    short: 'Enviado',
    words: expect.stringMatching(/^Lo que falta enviar está guardado en este teléfono\. Todavía no salió/),
    hasArrived: true,
  });
});

test('what is refused does not say that it is being sent', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  server.answer = () => refusal(422, { field: 'phone' });
  await tab.send({ ...draft(), photos: [photo] }, 'Bache', '');
  await settle();
  expect(said(tab)).toEqual({ short: 'No se pudo enviar', words: '', hasArrived: false });
});
