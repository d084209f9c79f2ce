import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRelease, SIGNATURE, signedBy, SUMS } from '../../scripts/portal/release-signature.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'portal-municipal_9.0.0_amd64.deb';
const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const sumOf = (text: string, name = NAME) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;

/** A release as its makers have put it beside each other. */
function release(sums = `${sumOf('bill', 'bill.json')}${sumOf('package')}`, name = NAME) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { signature, publicKey } = signedBy(newKey(), sums);
  const at = (name: string) => join(folder, name);
  writeFileSync(at(name), 'package');
  writeFileSync(at(SUMS), sums);
  writeFileSync(at(SIGNATURE), signature);
  writeFileSync(at('key.pem'), publicKey);
  const check = () => checkRelease(at(name), publicKey);
  return { at, check, publicKey, signature };
}

test('a package that was signed is accepted', () => {
  expect(release().check).not.toThrow();
});

test('what is not what was signed is refused, with what to do', () => {
  const changed = release();
  appendFileSync(changed.at(NAME), '!');
  expect(changed.check).toThrow('no es el archivo que se firmó');

  const forged = release();
  appendFileSync(forged.at(NAME), '!');
  writeFileSync(forged.at(SUMS), sumOf('package!'));
  expect(forged.check).toThrow('no está firmado con la llave que este portal conoce');
  writeFileSync(forged.at(SIGNATURE), signedBy(newKey(), sumOf('package!')).signature);
  expect(forged.check).toThrow('no está firmado con la llave que este portal conoce');
  for (const nothing of ['', 'AAAA', forged.signature.slice(0, -10)]) {
    writeFileSync(forged.at(SIGNATURE), nothing);
    expect(forged.check, nothing).toThrow('no está firmado');
  }

  const other = release(sumOf('package', 'portal-municipal_8.0.0_amd64.deb'));
  expect(other.check).toThrow('no nombra');
  // A name within another, or with a character of a pattern, is another.
  const within = release(sumOf('package', `x${NAME}`) + sumOf('package', NAME.replace('.', 'x')));
  expect(within.check).toThrow('no nombra');

  const alone = release();
  rmSync(alone.at(SIGNATURE));
  expect(alone.check).toThrow('Falta');
  renameSync(alone.at(NAME), alone.at('other.deb'));
  expect(alone.check).toThrow('No existe');
  expect(() => checkRelease(alone.at('other.deb'), 'x')).toThrow('Falta');
});

test('only keys of Ed25519 sign and are believed', () => {
  const { at, signature } = release();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = (key: typeof publicKey, type: 'spki' | 'pkcs8') => key.export({ type, format: 'pem' } as never) as string;
  expect(() => signedBy(pem(privateKey, 'pkcs8'), '')).toThrow('Ed25519');
  expect(() => checkRelease(at(NAME), pem(publicKey, 'spki'))).toThrow('no es de Ed25519');
  expect(() => checkRelease(at(NAME), signature)).toThrow('no es una llave pública');
});

function verify(...args: string[]) {
  const env = { ...process.env, PORTAL_ROOT: join(tmpdir(), 'no-portal-here') };
  const program = join(ROOT, 'scripts/portal/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'verify', ...args], {
    encoding: 'utf8',
    env,
  });
  return [status, stdout + stderr];
}

test('`portal verify` says it, and fails when it is not so', () => {
  const { at } = release();
  expect(verify(at(NAME), '--key', at('key.pem'))).toEqual([0, expect.stringContaining('está entero y firmado')]);
  expect(verify(at(NAME))).toEqual([1, expect.stringContaining('No hay ninguna llave')]);
  appendFileSync(at(NAME), '!');
  expect(verify(at(NAME), '--key', at('key.pem'))).toEqual([1, expect.stringContaining('No lo instales')]);
  expect(verify()[0]).toBe(2);
});

test('`portal verify` refuses an older release, which was signed too, and says how to go back', () => {
  const old = 'portal-municipal_0.9.0_amd64.deb';
  const { at } = release(sumOf('package', old), old);
  expect(verify(at(old), '--key', at('key.pem'))).toEqual([
    1,
    expect.stringMatching(/es la versión 0\.9\.0, anterior a la instalada .*--allow-downgrades/s),
  ]);
});
