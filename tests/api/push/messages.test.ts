import { expect, test } from 'vitest';
import { PUSH_MESSAGE_MAX } from '#contract/messages/push-message';
import type { PushMessage } from '#contract/messages/push-message';
import { encodedMessage } from '../../../api/push/messages.ts';
import { fc } from '../property.ts';

const message = (change: Partial<PushMessage>): PushMessage => ({
  title: 'Corte de agua',
  body: 'Hoy.',
  url: '/',
  tag: 'a',
  topic: 'noticias',
  at: '2026-03-15T13:32:00.000Z',
  ...change,
});
const encoded = (change: Partial<PushMessage>) => JSON.parse(encodedMessage(message(change))) as PushMessage;

test('what fits is sent as it is', () => {
  expect(encoded({ body: 'Hoy.\nDe 8 a 12.' })).toEqual(message({ body: 'Hoy.\nDe 8 a 12.' }));
});

test('a long text is cut after a word', () => {
  const { body } = encoded({ body: 'ñandú '.repeat(2000) });
  expect(body).toMatch(/^(?:ñandú )+ñandú…$/);
  expect(body.length).toBeGreaterThan(2000);
});

test('a long title is cut to 150 characters', () => {
  const { title } = encoded({ title: 'palabra '.repeat(40) });
  expect(title).toMatch(/^(?:palabra )+palabra…$/);
  expect(title.length).toBeLessThanOrEqual(150);
});

test('whatever is written in it, a message fits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\u0001', 'ñ', '💧', '\ud800'), maxLength: 9000 });
  fc.assert(
    fc.property(text, text, (title, body) => {
      expect(Buffer.byteLength(encodedMessage(message({ title, body })))).toBeLessThanOrEqual(PUSH_MESSAGE_MAX);
    }),
    { numRuns: 60 },
  );
});
