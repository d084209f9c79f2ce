/** Bytes of a shared secret: as many as the hash has (RFC 4226, section 4). */
export const SECRET_BYTES = 20;
/** Time for which a code is shown, in seconds. */
export const STEP = 30;
export const DIGITS = 6;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns bytes as base32 (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the bytes of base32 without padding, in any letter case; null for what is none. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Z2-7]*$/i.test(text)) return null;
  const bits = [...text.toUpperCase()].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** Returns a secret as a person types it from the screen: in groups of four. */
export const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

/**
 * Returns the address that an application for codes reads from a QR code.
 * @param secret as base32
 * @param issuer whose account it is: the application shows it
 */
export function otpAddress({ secret, issuer, account }: Record<'secret' | 'issuer' | 'account', string>): string {
  const [by, name] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  return `otpauth://totp/${by}:${name}?secret=${secret}&issuer=${by}`;
}

/** Returns a code as it is compared: without the spaces and hyphens that people type between its parts. */
export const bareCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase();
/** Is it one of the application's, as against a recovery code? */
export const isTotp = (bare: string) => bare.length === DIGITS && /^\d+$/.test(bare);

/** Number of random bytes for a recovery code of 60 bits. */
export const RECOVERY_BYTES = 12;
/** Is it a recovery code? They are written like passwords: `k7mp-2xqd-m4tz`. */
export const isRecoveryCode = (bare: string) => bare.length === RECOVERY_BYTES;
