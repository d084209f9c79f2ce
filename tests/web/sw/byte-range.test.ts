import { expect, test } from 'vitest';
import { partOf } from '../../../web/src/sw/byte-range.ts';

const file = () =>
  new Response('0123456789', {
    headers: { 'content-type': 'application/pdf', 'content-length': '10', 'content-disposition': 'inline' },
  });

test.for([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=4-4', '4', 'bytes 4-4/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
] as const)('%s is %s', async ([range, text, contentRange]) => {
  const part = await partOf(file(), range);
  expect([part.status, part.statusText]).toEqual([206, 'Partial Content']);
  expect(part.headers.get('content-range')).toBe(contentRange);
  expect(part.headers.get('content-length')).toBe(String(text.length));
  expect(part.headers.get('content-type')).toBe('application/pdf');
  expect(await part.text()).toBe(text);
});

test.for([null, 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', 'x-bytes=0-3', 'bytes=a-b'])(
  '%s is the whole file',
  async (range) => {
    const whole = await partOf(file(), range);
    expect(whole.status).toBe(200);
    expect(await whole.text()).toBe('0123456789');
  },
);

test.for(['bytes=10-', 'bytes=5-2'])('%s is not a part of it', async (range) => {
  const part = await partOf(file(), range);
  expect(part.status).toBe(416);
  expect(part.headers.get('content-range')).toBe('bytes */10');
});
