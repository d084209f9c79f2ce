import { expect, test } from 'vitest';
import { capMessage } from '../../../api/weather/cap.ts';
import { readXml } from '../../../api/weather/xml-reading.ts';
import { capText, capTime, SENDER, square } from '../../weather-messages.ts';
import type { Told } from '../../weather-messages.ts';

const FEED = 'https://smn.example/CAP/AR.php';
const SENT = Date.parse('2026-03-15T13:00:00Z');
const HOUR = 3_600_000;
const read = (text: string) => capMessage(readXml(text), FEED);
const told = (given: Partial<Told> = {}) =>
  read(capText({ identifier: 'urn:oid:2.49.0.0.32.1', sent: SENT, ...given }));
const first = (given: Partial<Told>) => told(given)?.warnings[0]?.warning;

test('a warning has the words, the level and the times of its message', () => {
  const polygon = square([-32, -61]);
  const message = told({ polygon, areaDesc: 'Sur de Santa Fe', expires: SENT + 6 * HOUR });
  expect(message).toMatchObject({ key: `${SENDER},urn:oid:2.49.0.0.32.1`, type: 'Alert', sent: SENT, references: [] });
  expect(message?.warnings[0]?.warning).toEqual({
    headline: 'Alerta por tormentas',
    instruction: 'Evitá salir.',
    description: 'Tormentas fuertes.',
    area: 'Sur de Santa Fe',
    link: '',
    severity: 'Moderate',
    category: 'Met',
    urgency: 'Expected',
    certainty: 'Likely',
    onset: SENT,
    expires: SENT + 6 * HOUR,
  });
  expect(message?.warnings[0]?.areas[0]?.polygons[0]).toHaveLength(5);
});

test('what names it replaces or ends is known by who sent it', () => {
  const message = told({ msgType: 'Cancel', references: ['urn:oid:1', 'urn:oid:2'] });
  expect(message).toMatchObject({ type: 'Cancel', references: [`${SENDER},urn:oid:1`, `${SENDER},urn:oid:2`] });
  const forged = capText({ identifier: 'x', sent: SENT, msgType: 'Cancel', references: ['urn:oid:1'] });
  expect(read(forged.replace(`${SENDER},urn`, 'other@evil.example,urn'))?.references).toEqual([]);
});

test.for([
  { status: 'Test' },
  { status: 'Exercise' },
  { scope: 'Restricted' },
  { msgType: 'Ack' },
  { msgType: 'Error' },
])('%o is no warning to the public', (given) => expect(told(given)).toBeNull());

test('a beginning that is empty or after the end is that of the message', () => {
  expect(first({ onset: '' })?.onset).toBe(SENT);
  expect(first({ onset: '', effective: SENT + HOUR })?.onset).toBe(SENT + HOUR);
  expect(first({ onset: SENT + 9 * HOUR, expires: SENT + 6 * HOUR })).toMatchObject({
    onset: SENT,
    expires: SENT + 6 * HOUR,
  });
});

test('a warning that ended before it was sent has no time, and one without an end lasts a day', () => {
  expect(() => told({ expires: SENT - HOUR })).toThrow('warns of nothing');
  expect(first({ expires: '' })?.expires).toBe(SENT + 24 * HOUR);
  expect(first({ onset: SENT + HOUR, expires: '' })?.expires).toBe(SENT + 25 * HOUR);
});

test('times far from the message are wrong, and an end is at most a week away', () => {
  expect(first({ onset: SENT + 400 * 24 * HOUR, expires: SENT + 401 * 24 * HOUR })?.onset).toBe(SENT);
  expect(first({ expires: SENT + 400 * 24 * HOUR })?.expires).toBe(SENT + 7 * 24 * HOUR);
  expect(() => read(capText({ identifier: 'a', sent: SENT }).replace(capTime(SENT), '2026-03-15 10:00'))).toThrow(
    /sent/,
  );
});

test('texts are cleaned and cut, and links lead to the service only', () => {
  const warning = first({
    headline: `a\u202eb\u0007 ${'x'.repeat(300)}`,
    description: 'uno\r\ndos  ',
    web: 'https://evil.example/',
  });
  expect(warning?.headline.startsWith('ab ')).toBe(true);
  expect(warning?.headline.length).toBeLessThanOrEqual(150);
  expect(warning).toMatchObject({ description: 'uno\ndos', link: '' });
  expect(first({ web: 'https://www.smn.gob.ar/alertas' })?.link).toBe('https://www.smn.gob.ar/alertas');
  expect(first({ web: 'https://smn.gob.ar.evil.example/' })?.link).toBe('');
  expect(first({ web: 'javascript:alert(1)' })?.link).toBe('');
});

test('letters are written in each way that XML has', () => {
  const text = capText({ identifier: 'a', sent: SENT, headline: 'ALERTA' });
  const written = text.replace('ALERTA', 'Ni&#241;o &#xE1; <![CDATA[<b>]]> &amp;');
  expect(read(written)?.warnings[0]?.warning.headline).toBe('Niño á <b> &');
});

test('words that the protocol does not have are as if they were missing', () => {
  expect(first({ severity: 'Catastrophic', urgency: 'Now' })).toMatchObject({
    severity: 'Moderate',
    urgency: 'Unknown',
  });
});

test('a polygon that is none, and a circle, are read for what they are', () => {
  const areas = (given: Partial<Told>) => told(given)?.warnings[0]?.areas[0];
  expect(areas({ polygon: '1,2 3,4' })?.polygons).toEqual([]);
  expect(areas({ polygon: '1,2 3,4 hola 5,6' })?.polygons).toEqual([]);
  expect(areas({ polygon: '1,2 3,4 95,6' })?.polygons).toEqual([]);
  expect(areas({ circle: '-32.5,-61.25 30' })?.circles).toEqual([{ centre: [-32.5, -61.25], kilometres: 30 }]);
  expect(areas({ circle: '-32.5,-61.25 -3' })?.circles).toEqual([]);
});

test.for([
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert>&x;</alert>',
  '<?xml version="1.0"?><!doctype lolz [<!ENTITY a "&b;&b;">]><alert/>',
  '<alert><info>',
  'hola',
  '',
  '<html><body>502</body></html>',
  '<alert><status>Actual</status><scope>Public</scope><msgType>Alert</msgType></alert>',
  `<alert>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</alert>`,
  '<alert><__proto__>x</__proto__></alert>',
])('%s is refused', (text) => {
  expect(() => read(text)).toThrow();
});
