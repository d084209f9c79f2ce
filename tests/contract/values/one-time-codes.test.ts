import { expect, test } from 'vitest';
import { passwordOf } from '#contract/values/accounts';
import {
  bareCode,
  base32,
  fromBase32,
  grouped,
  isRecoveryCode,
  isTotp,
  otpAddress,
  RECOVERY_BYTES,
} from '#contract/values/one-time-codes';

// RFC 4648, section 10, without padding.
test.for([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const)('«%s» is %s in base32, and back', ([text, encoded]) => {
  expect(base32(new TextEncoder().encode(text))).toBe(encoded);
  expect(new TextDecoder().decode(fromBase32(encoded.toLowerCase())!)).toBe(text);
});

test('what is no base32 has no bytes', () => {
  for (const text of ['MZXW6===', 'MZ XW', '01', 'ñ']) expect(fromBase32(text)).toBe(null);
});

test('an application gets the address it knows, whatever the name', () => {
  const address = otpAddress({ secret: 'MZXW6', issuer: 'portal.example', account: 'rocío:x' });
  expect(address).toBe('otpauth://totp/portal.example:roc%C3%ADo%3Ax?secret=MZXW6&issuer=portal.example');
});

test('codes are compared without what people type between their parts', () => {
  expect(bareCode(' 123 456 ')).toBe('123456');
  expect([isTotp('123456'), isTotp('12345'), isTotp('12345a')]).toEqual([true, false, false]);
  const code = passwordOf(Uint8Array.from({ length: RECOVERY_BYTES }, (_, at) => at));
  expect(code).toBe('abcd-efgh-ijkm');
  expect(isRecoveryCode(bareCode(code.toUpperCase().replaceAll('-', ' ')))).toBe(true);
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
