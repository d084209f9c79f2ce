import { Problem } from '../contract/problems.ts';

/**
 * Returns the bytes of a base64 data URL (RFC 2397). The media type that it names is ignored.
 * @throws Problem 400
 */
export function bytesOf(dataUrl: string): Buffer {
  const comma = dataUrl.slice(0, 200).indexOf(',');
  const encoded = dataUrl.slice(comma + 1);
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips what is no base64, and returns fewer bytes than expected.
  const expected = Math.floor((encoded.replace(/={1,2}$/, '').length * 3) / 4);
  if (comma < 0 || !/^data:.*;base64$/is.test(dataUrl.slice(0, comma)) || bytes.length !== expected) {
    throw new Problem('malformed', {
      message: 'El archivo no llegó como se esperaba. Elegilo de nuevo y volvé a subirlo.',
    });
  }
  return bytes;
}
