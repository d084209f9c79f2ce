import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

// Beside a package are the checksums of its release, and their signature (Ed25519). The public key is in the package,
// so that an installed release knows whether the next one is of the same makers before anything of it runs.

export const SUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';
/** The public key, in the folder of the program. */
export const KEY = 'release-key.pem';

/** @param key the private key, PEM @throws Error when it is none of Ed25519 */
export function signedBy(key: string, sums: string): { signature: string; publicKey: string } {
  const privateKey = createPrivateKey(key);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_KEY: it has to be a key of Ed25519.');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  return {
    signature: `${sign(null, Buffer.from(sums), privateKey).toString('base64')}\n`,
    publicKey: String(publicKey),
  };
}

/**
 * Checks that a package is what the makers of a release have signed.
 * @param file the package, with checksums and signature beside it
 * @param key the public key, PEM
 * @throws Error in one Spanish line that says what is wrong
 */
export function checkRelease(file: string, key: string): void {
  const [sums, signature] = [SUMS, SIGNATURE].map((name) => beside(file, name)) as [Buffer, Buffer];
  if (!isSigned(sums, signature, key)) {
    throw new Error(
      `${SUMS} no está firmado con la llave que este portal conoce: no instales ${basename(file)}. Puede ser de otra ` +
        'persona, o haber cambiado en el camino.',
    );
  }
  const line = String(sums)
    .split('\n')
    .map((one) => /^([0-9a-f]{64})  (.+)$/.exec(one))
    .find((one) => one?.[2] === basename(file));
  if (!line) throw new Error(`${SUMS} está bien firmado, pero no nombra ${basename(file)}: es de otra versión.`);
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== line[1]) {
    throw new Error(
      `${basename(file)} no es el archivo que se firmó: está incompleto o cambiado. No lo instales, traelo otra vez.`,
    );
  }
}

function beside(file: string, name: string): Buffer {
  if (!existsSync(file)) throw new Error(`No existe ${file}.`);
  const path = join(dirname(file), name);
  if (!existsSync(path)) {
    throw new Error(`Falta ${path}: traé también ${SUMS} y ${SIGNATURE} de la misma versión, al lado del paquete.`);
  }
  return readFileSync(path);
}

function isSigned(sums: Buffer, signature: Buffer, key: string): boolean {
  let publicKey;
  try {
    publicKey = createPublicKey(key);
  } catch {
    throw new Error('La llave no es una llave pública (PEM).');
  }
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('La llave no es de Ed25519.');
  return verify(null, sums, publicKey, Buffer.from(String(signature), 'base64'));
}
