import express from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { makeFolder } from '../../../api/db/disk.ts';
import { temporaryFolder } from '../files.ts';

test('without any variable the portal runs safely, on this machine only', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dbFile: 'db/portal.sqlite',
    uploadsDir: 'uploads',
    backupDir: undefined,
    adminPassword: undefined,
    demo: true,
    newDatabase: true,
    origin: 'http://localhost:3000',
    originAliases: [],
    hstsSubdomains: false,
    trustProxy: false,
    logLevel: 'warn',
  });
  expect(readConfig({ PORT: '', HOST: ' ', DEMO: '' })).toEqual(readConfig({}));
});

test('every variable is read', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DB_FILE: '/var/p.sqlite',
      UPLOADS_DIR: '/var/up',
      BACKUP_DIR: '/copias',
      BACKUP_TO: 'copias@otra.example:villa',
      BACKUP_PASSPHRASE: 'una-clave-bien-larga',
      ADMIN_PASSWORD: 'una clave larga',
      DEMO: '0',
      NEW_DATABASE: '0',
      ORIGIN: 'https://Portal.example/',
      ORIGIN_ALIASES: 'WWW.portal.example, portal.com.example,www.portal.example',
      HSTS_SUBDOMAINS: '1',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
      RELEASES_URL: 'https://villa.example/portal-apt/',
      LOG_LEVEL: 'info',
      PATH: '/bin',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dbFile: '/var/p.sqlite',
    uploadsDir: '/var/up',
    backupDir: '/copias',
    backupTo: 'copias@otra.example:villa',
    backupPassphrase: 'una-clave-bien-larga',
    adminPassword: 'una clave larga',
    demo: false,
    newDatabase: false,
    origin: 'https://portal.example',
    originAliases: ['www.portal.example', 'portal.com.example'],
    hstsSubdomains: true,
    trustProxy: 'loopback, 10.0.0.0/8',
    releasesUrl: 'https://villa.example/portal-apt',
    logLevel: 'info',
  });
  expect(readConfig({ PORT: '8080' }).origin).toBe('http://localhost:8080');
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
  expect(readConfig({ TRUST_PROXY: '::1' }).trustProxy).toBe('::1');
});

test.for([
  'loopback',
  '0',
  '2',
  '10.0.0.0/8',
  '10.0.0.1/32',
  '1.2.3.4/1',
  '::1/128',
  'fd00::/8',
  '::ffff:10.0.0.1',
  '::ffff:10.0.0.0/104',
  'uniquelocal,linklocal, 192.0.2.7',
])('TRUST_PROXY=%s is accepted, and valid for Express', (text) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: text });
  expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
});

test.for([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '0x50'],
  ['HOST', 'a b'],
  ['HOST', 'http://x'],
  ['ADMIN_PASSWORD', 'corta'],
  ['ADMIN_PASSWORD', 'x'.repeat(201)],
  ['BACKUP_TO', 'ftp://otra.example/villa'],
  ['BACKUP_TO', 'sftp://copias@otra.example/villa'],
  ['BACKUP_TO', 'villa'],
  ['NOTIFY_URL', 'http://avisos.example/x'],
  ['NOTIFY_URL', 'http://127.0.0.1.evil.example/x'],
  ['NOTIFY_URL', 'avisos.example'],
  ['SMTP_URL', 'https://correo.example'],
  ['RELEASES_URL', 'http://villa.example/portal-apt'],
  ['RELEASES_URL', 'https://u:p@villa.example/portal-apt'],
  ['RELEASES_URL', 'https://villa.example/portal-apt?x'],
  ['RELEASES_URL', 'deb https://villa.example/portal-apt'],
  ['DEMO', 'sí'],
  ['DEMO', 'true'],
  ['NEW_DATABASE', 'sí'],
  ['ORIGIN', 'portal.example'],
  ['ORIGIN', 'ftp://portal.example'],
  ['ORIGIN', 'https://portal.example/portal'],
  ['ORIGIN', 'https://u:p@portal.example'],
  ['ORIGIN', 'javascript:1'],
  // What is written in nginx's files.
  ['ORIGIN', 'https://a.example;include'],
  ['ORIGIN', 'https://*.example'],
  ['ORIGIN', 'https://$a.example'],
  ['ORIGIN', 'https://a..example'],
  ['ORIGIN_ALIASES', 'https://www.portal.example'],
  ['ORIGIN_ALIASES', 'www.portal.example;include'],
  ['ORIGIN_ALIASES', 'www.portal.example www.villa.example'],
  ['ORIGIN_ALIASES', '10.0.0.1'],
  ['HSTS_SUBDOMAINS', 'sí'],
  ['HSTS_SUBDOMAINS', '1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'todos'],
  ['TRUST_PROXY', '999.1.1.1'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', '1.2.3.4/33'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/33'],
  ['TRUST_PROXY', 'loopback/8'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['LOG_LEVEL', 'mucho'],
  ['LOG_LEVEL', 'INFO'],
] as const)('%s=%s is refused in one line that names the variable and says what it accepts', ([name, value]) => {
  const refusal = (() => {
    try {
      readConfig({ [name]: value });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(refusal).toMatch(new RegExp(`^${name}: (tiene que|puede) [^\\n]+\\.$`));
  if (name === 'ADMIN_PASSWORD') expect(refusal).not.toContain(value);
});

test('a push service on this machine is for tests only: a portal that others can reach refuses it', () => {
  const PUSH_TEST_SERVICE = 'https://localhost:4430';
  expect(readConfig({ PUSH_TEST_SERVICE }).pushTestService).toBe(PUSH_TEST_SERVICE);
  for (const reachable of [
    { ORIGIN: 'https://villa.example' },
    { ORIGIN: 'http://villa.example' },
    { HOST: '0.0.0.0' },
  ]) {
    expect(() => readConfig({ PUSH_TEST_SERVICE, ...reachable })).toThrow(/^PUSH_TEST_SERVICE: es solo para pruebas/);
  }
  for (const other of ['http://localhost:4430', 'https://fcm.evil.example', 'https://localhost:4430/a']) {
    expect(() => readConfig({ PUSH_TEST_SERVICE: other })).toThrow(/^PUSH_TEST_SERVICE: /);
  }
});

test('a weather service on this machine is for tests only, too', () => {
  const WEATHER_TEST_SERVICE = 'http://127.0.0.1:4431';
  expect(readConfig({ WEATHER_TEST_SERVICE }).weatherTestService).toBe(WEATHER_TEST_SERVICE);
  expect(() => readConfig({ WEATHER_TEST_SERVICE, ORIGIN: 'https://villa.example' })).toThrow(
    /^WEATHER_TEST_SERVICE: /,
  );
  for (const other of ['https://ssl.smn.gob.ar', 'http://10.0.0.1:80', 'http://localhost:80/a'])
    expect(() => readConfig({ WEATHER_TEST_SERVICE: other })).toThrow(/^WEATHER_TEST_SERVICE: /);
});

test('problems may be told to a program on this machine without https', () => {
  for (const address of ['http://127.0.0.1:8080/avisos', 'http://localhost/x', 'https://avisos.example/x'])
    expect(readConfig({ NOTIFY_URL: address }).notifyUrl).toBe(address);
});

describe('a misspelt variable', () => {
  const refusalOf = (name: string, where = {}) => {
    try {
      readConfig({ [name]: 'x' }, where);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.for([
    ['DB_FLE', 'DB_FILE'],
    ['UPLOAD_DIR', 'UPLOADS_DIR'],
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['NOTIFY_ULR', 'NOTIFY_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['ORIGINS', 'ORIGIN'],
  ] as const)('%s is refused, and the line names %s', ([name, meant]) => {
    const line = `${name}: no es un ajuste del portal; ¿querías poner ${meant}? Corregí el nombre, o sacalo.`;
    expect([refusalOf(name), refusalOf(name, { isFile: true })]).toEqual([line, line]);
  });

  test.for([
    ['PROT', 'PORT'],
    ['DMEO', 'DEMO'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['ADMIN_PASWORDD', 'ADMIN_PASSWORD'],
  ] as const)('%s is refused in a settings file, where every name is meant for the portal', ([name, meant]) => {
    expect(refusalOf(name, { isFile: true })).toContain(`¿querías poner ${meant}?`);
    expect(refusalOf(name)).toBe('');
  });

  test('is not what other programs have in the environment', () => {
    const others = (
      'HOME HOSTNAME HOSTS PWD PATH POST DB_HOST DB_NAME DB_USER DB_PASSWORD SMTP_HOST SMTP_PORT SMTP_USER LOGNAME ' +
      'NOTIFY_SOCKET LISTEN_PID LISTEN_FDS LISTEN_FDNAMES PGADMIN_PASSWORD BACKUP_ID BACKUP_PW DEMOS PORTS ' +
      'GOOGLE_ORIGIN LOGLEVEL MEMORY_PRESSURE_WATCH INVOCATION_ID npm_config_user_agent METRICS_URL ORIGINAL HSTS ' +
      'NODE_ENV'
    ).split(' ');
    expect(others.map((name) => refusalOf(name)).filter((line) => line !== '')).toEqual([]);
  });
});

test('a folder that cannot be made is an error at once, in /proc too', () => {
  expect(() => makeFolder('/proc/portal/uploads')).toThrow(/ENOENT|EACCES|EPERM/);
  const folder = join(temporaryFolder(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});
