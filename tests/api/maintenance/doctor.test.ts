import Database from 'better-sqlite3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { takeLock } from '../../../api/db/lock.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { noteEnd, noteStart } from '../../../api/maintenance/crashes.ts';
import { examine } from '../../../api/maintenance/doctor/doctor.ts';
import type { Examined, Finding } from '../../../api/maintenance/doctor/doctor.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { selfSigned } from '../../../scripts/support/self-signed.ts';
import type { Certificate } from '../../../scripts/support/self-signed.ts';
import { temporaryFolder } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const DAY = 24 * 60 * 60 * 1000;

/** Makes a healthy portal on disk, which is stopped and has no public address. */
async function openPlace(): Promise<
  Examined & { backupDir: string; look(change?: Partial<Examined>, at?: number, ca?: string): Promise<Finding[]> }
> {
  const folder = temporaryFolder();
  const place = {
    dbFile: join(folder, 'portal.sqlite'),
    uploadsDir: join(folder, 'uploads'),
    backupDir: join(folder, 'copias'),
    origin: 'http://localhost:3000',
    host: '127.0.0.1',
    port: 9,
  };
  mkdirSync(place.uploadsDir);
  const db = openDatabase(place.dbFile);
  openWriter({ db, now: () => NOW }).create({ userId: '', usergroup: 1, request: 'test' }, 'story');
  db.close();
  await makeBackup({ ...place, dir: place.backupDir, now: () => NOW });
  return {
    ...place,
    look: (change = {}, at = NOW, ca?: string) =>
      examine({ ...place, ...change }, { now: () => at, ...(ca === undefined ? {} : { ca }) }),
  };
}

const worst = (findings: Finding[]) => findings.filter(({ state }) => state === 'mal').map(({ what }) => what);
const said = (findings: Finding[], about: RegExp) =>
  findings.filter(({ what }) => about.test(what)).map(({ state, what }) => `${state} ${what}`);

test('a healthy portal only has to be started and published', async () => {
  const findings = await (await openPlace()).look();
  expect(worst(findings)).toEqual([]);
  for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'bien');
  expect(said(findings, /sana|esta versión|subidos son/)).toHaveLength(3);
});

test('an old Node, a newer database, no database, and an unfinished restore', async () => {
  const place = await openPlace();
  expect(worst(await examine(place, { now: () => NOW, node: '22.1.0' }))).toEqual([
    'Node 22.1.0: hace falta el 24 o más nuevo.',
  ]);
  expect(worst(await place.look({ dbFile: join(dirname(place.dbFile), 'otra.sqlite') }))).toEqual([
    expect.stringContaining('No hay ninguna base'),
  ]);
  const db = new Database(place.dbFile);
  db.pragma('user_version = 99');
  db.close();
  expect(worst(await place.look())).toEqual(['La base es de una versión más nueva del portal (99).']);
  writeFileSync(`${place.dbFile}.restaurando`, '');
  expect(worst(await place.look())).toContain('Quedó a medias una restauración.');
});

test('another town’s portal at the port of this one is a problem', async () => {
  const place = await openPlace();
  const server = createHttpServer((_req, res) => res.end('{"ok":true,"origin":"https://otra.example"}'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lock = takeLock(place.dbFile);
  onTestFinished(() => lock?.release());
  const port = (server.address() as AddressInfo).port;
  expect(worst(await place.look({ port }))).toEqual([expect.stringContaining('el portal de otro pueblo')]);
  expect(worst(await place.look({ port, origin: 'https://otra.example' }))).not.toContain(
    expect.stringContaining('el portal de otro pueblo'),
  );
});

test('three crashes in a day are reported; two crashes, and any number of ordinary stops, are not', async () => {
  const place = await openPlace();
  const crashes = async (at = NOW) => said(await place.look({}, at), /se cayó/);
  for (let n = 0; n < 5; n += 1) {
    noteStart(place.dbFile, NOW);
    noteEnd(place.dbFile);
  }
  for (let n = 0; n < 3; n += 1) noteStart(place.dbFile, NOW);
  expect(await crashes()).toEqual([]);
  noteStart(place.dbFile, NOW);
  noteEnd(place.dbFile);
  expect(await crashes()).toEqual([
    'mal El portal se cayó 3 veces en las últimas 24 horas, y cada vez volvió a iniciarse.',
  ]);
  expect(await crashes(NOW + DAY)).toEqual([]);
});

test('missing files, and files that no record refers to', async () => {
  const place = await openPlace();
  const db = openDatabase(place.dbFile);
  const { id } = openWriter({ db, now: () => NOW }).create({ userId: '', usergroup: 1, request: 'test' }, 'authority');
  openWriter({ db, now: () => NOW }).setPicture({ userId: '', usergroup: 1, request: 'test' }, 'authority', id, {
    name: `foto-${'a'.repeat(16)}`,
    width: 400,
    height: 300,
  });
  db.close();
  const extra = join(place.uploadsDir, 'album', 'x', `foto-${'b'.repeat(16)}-400.webp`);
  mkdirSync(dirname(extra), { recursive: true });
  writeFileSync(extra, '');
  const findings = await place.look();
  expect(worst(findings)).toEqual([
    `Faltan 1 archivos que la base nombra: authority/${id}/foto-${'a'.repeat(16)}-400.webp.`,
  ]);
  expect(said(findings, /Sobran/)).toEqual([expect.stringMatching(/^aviso Sobran 1 archivos/)]);
});

test('backups that are old, missing, or in an unknown place', async () => {
  const place = await openPlace();
  expect(said(await place.look({}, NOW + DAY), /última copia/)).toEqual([
    'bien La última copia de seguridad es de hace 24 horas.',
  ]);
  expect(said(await place.look({}, NOW + 2 * DAY), /última copia/)).toEqual([
    'aviso La última copia de seguridad es de hace 2 días.',
  ]);
  expect(worst(await place.look({}, NOW + 5 * DAY))).toEqual(['La última copia de seguridad es de hace 5 días.']);
  expect(worst(await place.look({ backupDir: join(place.uploadsDir, 'nada') }))).toEqual([
    expect.stringContaining('No hay ninguna copia de seguridad en'),
  ]);
  expect(said(await place.look({ backupDir: undefined }), /copias/)).toEqual([
    'aviso No se sabe dónde están las copias de seguridad.',
  ]);
});

test('a clock that is behind the newest change', async () => {
  const place = await openPlace();
  expect(worst(await place.look({}, NOW - DAY))).toEqual([expect.stringContaining('El reloj atrasa')]);
});

test('the certificate of the public address: valid, about to expire, expired, for another name, untrusted, missing', async () => {
  const place = await openPlace();
  const look = async (certificate: Certificate, ca?: string) => {
    const port = await serveTls(certificate);
    return said(await place.look({ origin: `https://localhost:${port}` }, NOW_REAL, ca), /certificado/).map((line) =>
      line.replace(/:\d+/, ''),
    );
  };
  const NOW_REAL = Date.now();
  const good = selfSigned('localhost', NOW_REAL - DAY, NOW_REAL + 60.5 * DAY);
  expect(await look(good, good.cert)).toEqual(['bien El certificado de https://localhost vale 60 días más.']);
  const soon = selfSigned('localhost', NOW_REAL - DAY, NOW_REAL + 5.5 * DAY);
  expect(await look(soon, soon.cert)).toEqual(['aviso El certificado de https://localhost vence en 5 días.']);
  const past = selfSigned('localhost', NOW_REAL - 10 * DAY, NOW_REAL - 2.5 * DAY);
  expect(await look(past, past.cert)).toEqual(['mal El certificado de https://localhost venció hace 3 días.']);
  const other = selfSigned('otra.ejemplo', NOW_REAL - DAY, NOW_REAL + 60 * DAY);
  expect(await look(other, other.cert)).toEqual([
    expect.stringMatching(/^mal Los navegadores no aceptan .*ERR_TLS_CERT_ALTNAME_INVALID/),
  ]);
  expect(await look(good)).toEqual([expect.stringMatching(/^mal Los navegadores no aceptan .*SELF_SIGNED/)]);
  expect(worst(await place.look({ origin: 'https://localhost:9' }, NOW_REAL))).toContain(
    'No se puede llegar a https://localhost:9 (ECONNREFUSED).',
  );
});

async function serveTls(certificate: Certificate): Promise<number> {
  const server = createServer(certificate, (socket) => socket.end()).listen(0, 'localhost');
  server.on('tlsClientError', () => {});
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
