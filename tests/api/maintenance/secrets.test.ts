import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test, vi } from 'vitest';
import { apart, firstSecrets, secretsIn, settingsFor } from '../../../scripts/portal/secrets.ts';

const KEY = 'abcd-efgh-ijkm-npqr';
/** Settings as a release wrote them that had the secrets among them. */
const BEFORE = `# Public address.
ORIGIN=https://villa.example
BACKUP_TO=/media/copias/villa
# What it is encrypted with.
BACKUP_PASSPHRASE=${KEY}
#NOTIFY_URL=https://…
SMTP_URL="smtps://u:clave@correo.example/#1"
NOTIFY_TO=a@b.ar
`;

test('the secrets of an older release are moved as they were written, and every other line stays', () => {
  const { settings, secrets } = apart('villa', BEFORE, null);
  expect(settings).toBe(
    BEFORE.replace(/^BACKUP_PASSPHRASE=.*$/m, '# BACKUP_PASSPHRASE: en villa.secrets').replace(
      /^SMTP_URL=.*$/m,
      '# SMTP_URL: en villa.secrets',
    ),
  );
  expect({ ...parseEnv(settings), ...parseEnv(secrets) }).toEqual(parseEnv(BEFORE));
  expect(secretsIn('villa', secrets)).toEqual({
    BACKUP_PASSPHRASE: KEY,
    SMTP_URL: 'smtps://u:clave@correo.example/#1',
  });
  // Again, and after it was interrupted between the two files.
  expect(apart('villa', settings, secrets)).toEqual({ settings, secrets });
  expect(apart('villa', BEFORE, secrets)).toEqual({ settings, secrets });
});

test('a town that had no passphrase gets none that nobody has written down', () => {
  const { secrets } = apart('villa', 'ORIGIN=https://villa.example\nBACKUP_PASSPHRASE=\n', null);
  expect(secretsIn('villa', secrets)).toEqual({});
  expect(secretsIn('villa', firstSecrets('villa', KEY))).toEqual({ BACKUP_PASSPHRASE: KEY });
});

test('the passphrase from the paper counts wherever it is written, in place of the one that was made', () => {
  const made = firstSecrets('villa', 'nueva-nueva-nueva-1');
  const { settings, secrets } = apart('villa', `PORT=3001\nBACKUP_PASSPHRASE=otra\nBACKUP_PASSPHRASE=${KEY}\n`, made);
  expect(settings).toBe('PORT=3001\n# BACKUP_PASSPHRASE: en villa.secrets\n');
  expect(secretsIn('villa', secrets)).toEqual({ BACKUP_PASSPHRASE: KEY });
});

test.for([
  ['in several lines', `PORT=3001\nSMTP_URL="smtps://u:c\n@correo.example"\n`],
  ['as for a shell', `export BACKUP_PASSPHRASE=${KEY}\n`],
] as const)('a secret that is written %s is left to a person, and nothing changes', ([, text]) => {
  expect(() => apart('villa', text, null)).toThrow(/^Pasá a mano de \/etc\/portal\/villa\.env a .*villa\.secrets: /);
});

test.for([
  ['PORT=3001', /^PORT: no va en \/etc\/portal\/villa\.secrets, .*Pasalo a \/etc\/portal\/villa\.env\.$/],
  ['SMTP_ULR=smtps://correo.example', /^SMTP_ULR: no es un ajuste del portal; ¿querías poner SMTP_URL\?/],
  ['CLAVE=x', /^CLAVE: no va en .* Sacalo\.$/],
] as const)('%s among the secrets is an error, because the portal would not see it', ([line, words]) => {
  expect(() => secretsIn('villa', `${line}\n`)).toThrow(words);
});

test.for([
  ['BACKUP_PASSPHRASE=corta', /^En \S+\/villa\.secrets, BACKUP_PASSPHRASE: tiene que tener de 16 a 200/],
  ['NOTIFY_URL=http://avisos.example', /^En \S+\/villa\.secrets, NOTIFY_URL: .* https:/],
  ['SMTP_URL=correo.example', /^En \S+\/villa\.secrets, SMTP_URL: tiene que ser como smtps:/],
] as const)(
  '%s is found by every program that is given a secret, whichever it uses',
  ([line, words], { onTestFinished }) => {
    const root = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PORTAL_ROOT', root);
    mkdirSync(join(root, 'etc/portal'), { recursive: true });
    writeFileSync(join(root, 'etc/portal/villa.secrets'), `${line}\n`);
    for (const program of ['backup', 'restore', 'doctor', 'notify-test'])
      expect(() => settingsFor('villa', program, {})).toThrow(words);
  },
);

test('each program of a town gets the secrets that it uses, also those that were written among the settings', () => {
  vi.stubEnv('PORTAL_ROOT', '/nonexistent');
  const settings = { PORT: '3001', BACKUP_PASSPHRASE: KEY, SMTP_URL: 'smtps://u:c@x.example', NOTIFY_TO: 'a@b.ar' };
  const got = (program: string) => Object.keys(settingsFor('villa', program, settings)).sort();
  expect(got('reset-password')).toEqual(['NOTIFY_TO', 'PORT']);
  expect(got('town-state')).toEqual(['NOTIFY_TO', 'PORT']);
  for (const program of ['backup', 'backups', 'restore'])
    expect(got(program)).toEqual(['BACKUP_PASSPHRASE', 'NOTIFY_TO', 'PORT']);
  for (const program of ['doctor', 'notify-test']) expect(got(program)).toEqual(['NOTIFY_TO', 'PORT', 'SMTP_URL']);
  vi.unstubAllEnvs();
});
