const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new record's id: 12 characters [a-z0-9], 62 random bits, so that devices need not ask each other. */
export function newRecordId(): string {
  const ids: string[] = [];
  // 252 is the largest multiple of 36 in a byte: below it every sign is as likely as any other.
  while (ids.length < 12) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      if (byte < 252 && ids.length < 12) ids.push(SIGNS[byte % SIGNS.length] as string);
    }
  }
  return ids.join('');
}
