import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { USUAL_BITS } from '#contract/tickets/proof';
import { openProofs } from '../../../api/tickets/proofs.ts';
import { firstWordOf, prove, solving } from '../../../web/src/tickets/prove.ts';
import { proving } from '../../../web/src/tickets/proving.ts';
import { ours, refusal } from '../outbox/device.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');

test('the hash is SHA-256 for every length that one block takes', () => {
  for (let length = 0; length <= 55; length += 1) {
    const text = 'x-9_Z'.repeat(11).slice(0, length);
    expect(firstWordOf(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
  }
});

test('the work counts for its ticket alone, for ten minutes, and only as it was asked for', async () => {
  const clock = { now: NOW };
  const proofs = openProofs(() => clock.now);
  const challenge = proofs.challenge('abc', USUAL_BITS);
  const proof = (await prove(challenge)) ?? '';
  expect(proofs.isProven('abc', proof)).toBe(true);
  expect(proofs.isProven('abd', proof)).toBe(false);
  expect(openProofs(() => clock.now).isProven('abc', proof)).toBe(false);
  expect(
    proofs.isProven(
      'abc',
      proof.replace(/\d+$/, (last) => String(Number(last) + 1)),
    ),
  ).toBe(false);
  expect(proofs.isProven('abc', proof.replace(/-\d+$/, ''))).toBe(false);
  // Nobody may make it cheaper, or longer.
  expect(proofs.isProven('abc', proof.replace(/^\d+/, '0'))).toBe(false);
  expect(proofs.isProven('abc', proof.replace(/\.[^.]+/, '.zzzzzzzz'))).toBe(false);
  for (const bad of [undefined, '', '.', challenge, `${challenge}.`, `${challenge}.${'a-'.repeat(16)}`])
    expect(proofs.isProven('abc', bad)).toBe(false);
  clock.now += 600_001;
  expect(proofs.isProven('abc', proof)).toBe(false);
});

test('a device does no more work than a server of ours asks for, and none for what is no question', () => {
  for (const question of ['', 'x', `17.abc.${'a'.repeat(22)}`, `99.abc.${'a'.repeat(22)}`])
    expect(solving(question).next()).toEqual({ done: true, value: null });
});

test('the queue asks again with the proof, and only a new ticket is paid for', async () => {
  const question = `1.abc.${'a'.repeat(22)}`;
  const bodies: unknown[] = [];
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body)) as { proof?: string };
    bodies.push(body);
    return body.proof === undefined ? refusal(429, { code: 'proof', value: question }) : ours({ id: 'a' }, 201);
  });
  const ask = proving(fetch as never, prove);
  expect((await ask(ticketCalls.form(), { method: 'POST', body: '{"id":"a"}' })).status).toBe(201);
  expect(bodies).toEqual([{ id: 'a' }, { id: 'a', proof: await prove(question) }]);
  expect((await ask(ticketCalls.message('a'), { method: 'POST', body: '{"id":"a"}' })).status).toBe(429);
  // What does the work could not be loaded: the queue tries later.
  const later = proving(fetch as never, () => Promise.reject(new Error('no network')));
  expect((await later(ticketCalls.form(), { method: 'POST', body: '{"id":"a"}' })).status).toBe(429);
  expect(fetch).toHaveBeenCalledTimes(4);
});
