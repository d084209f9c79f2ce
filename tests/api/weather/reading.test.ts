import { expect, onTestFinished, test } from 'vitest';
import type { Point } from '#contract/values/place';
import { openReading } from '../../../api/weather/reading.ts';
import { capText, listText, square } from '../../weather-messages.ts';
import { FEED, SERVICE } from '../../weather-service.ts';

const TOWN: Point[] = [[-32.5, -61.5]];
const SENT = Date.parse('2026-03-15T13:00:00Z');
const bytes = (text: string) => new TextEncoder().encode(text);
const asked = (text: string) => ({ bytes: bytes(text), encoding: 'utf-8', feed: FEED, place: TOWN });

function open(time?: number) {
  const reading = openReading(time);
  onTestFinished(reading.close);
  return reading;
}

test('of a message only what meets the town is handed on', async () => {
  const reading = open();
  const near = await reading.message(asked(capText({ identifier: 'a', sent: SENT, polygon: square([-32.5, -61.5]) })));
  expect(near?.warnings).toHaveLength(1);
  const far = await reading.message(asked(capText({ identifier: 'a', sent: SENT, polygon: square([-40, -70]) })));
  expect(far).toMatchObject({ type: 'Alert', warnings: [] });
});

test('a list is read, in the encoding that it names', async () => {
  const reading = open();
  const list = await reading.list({ bytes: bytes(listText([`${SERVICE}/a.xml`])), encoding: '', feed: FEED });
  expect(list.map(({ link }) => link)).toEqual([`${SERVICE}/a.xml`]);
  const latin = Buffer.from(
    capText({ identifier: 'a', sent: SENT, headline: 'Viento fuerte: ñandú', polygon: square([-32.5, -61.5]) }).replace(
      'UTF-8',
      'ISO-8859-1',
    ),
    'latin1',
  );
  const message = await reading.message({ ...asked(''), bytes: latin, encoding: '' });
  expect(message?.warnings[0]?.headline).toBe('Viento fuerte: ñandú');
});

test('a document that cannot be read is a fault, and the next one is read', async () => {
  const reading = open();
  await expect(reading.message(asked('<alert>'))).rejects.toThrow();
  await expect(reading.list(asked('<html></html>'))).rejects.toThrow('is no list of warnings');
  expect(await reading.message(asked(capText({ identifier: 'a', sent: SENT, status: 'Test' })))).toBeNull();
});

test('a polygon of 100,000 points is read while everything else goes on', async () => {
  const reading = open();
  const points = Array.from({ length: 100_000 }, (_, at) => {
    const turn = (at / 100_000) * 2 * Math.PI;
    return `${(-32.5 + Math.sin(turn)).toFixed(7)},${(-61.5 + Math.cos(turn)).toFixed(7)}`;
  });
  let longest = 0;
  let before = performance.now();
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  const message = await reading.message(asked(capText({ identifier: 'a', sent: SENT, polygon: points.join(' ') })));
  clearInterval(pulse);
  expect(message?.warnings).toHaveLength(1);
  // Reading it takes most of a second; on the main thread that would be one gap.
  expect(longest).toBeLessThan(300);
});

test('a document that takes too long ends its thread, and the next one is read by another', async () => {
  const reading = open(1);
  await expect(reading.message(asked(capText({ identifier: 'a', sent: SENT })))).rejects.toThrow('too long');
  await expect(reading.message(asked('<a/>'))).rejects.toThrow('too long');
});
