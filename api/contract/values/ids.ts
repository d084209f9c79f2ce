const DAY = 86_400_000;
const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';
const RANDOM_SIGNS = 8;

/**
 * A new record's id: 12 characters [a-z0-9]. The first four are the day, so that every index of the database holds the
 * records of a day side by side, and making one reads no other part of it. The other eight are random, 41 bits, so that
 * devices need not ask each other.
 * @param now ms since the epoch
 */
export function newRecordId(now: number): string {
  const signs: string[] = [];
  // 252 is the largest multiple of 36 in a byte: below it all characters are equally likely.
  while (signs.length < RANDOM_SIGNS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * RANDOM_SIGNS))) {
      if (byte < 252 && signs.length < RANDOM_SIGNS) signs.push(SIGNS[byte % SIGNS.length] as string);
    }
  }
  const day = Math.max(0, Math.floor(now / DAY)).toString(36);
  return `${day.padStart(4, '0').slice(-4)}${signs.join('')}`;
}
