import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { askReleases, readReleases } from '../../api/maintenance/newest-release.ts';
import { ROOT } from './machine.ts';

/** A repository on a web server, whoever publishes in it, and a machine whose apt has only this source. */
async function openRepository() {
  const root = mkdtempSync(join(tmpdir(), 'portal-apt-'));
  const at = (path: string) => join(root, path);
  const env = { ...process.env, GNUPGHOME: at('gnupg') };
  onTestFinished(() => {
    spawnSync('gpgconf', ['--kill', 'all'], { env });
    rmSync(root, { recursive: true, force: true });
  });
  for (const folder of ['gnupg', 'package', 'apt/lists/partial', 'apt/cache/archives/partial', 'apt/etc'])
    mkdirSync(at(folder), { recursive: true, mode: 0o700 });
  const newKey = (name: string) =>
    spawnSync('gpg', ['--batch', '--passphrase', '', '--quick-gen-key', name, 'ed25519', 'sign', 'never'], { env });
  newKey('portal@villa.example');
  // Without a date: apt would take what is published twice within a second for the same.
  const files = express.static(at('repository'), { lastModified: false, etag: false });
  const server = createServer(express().use(files)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    at,
    newKey,
    pack(version: string, content = version) {
      mkdirSync(at('deb/DEBIAN'), { recursive: true });
      writeFileSync(at('deb/file'), content);
      const control =
        `Package: portal-municipal\nVersion: ${version}\nArchitecture: all\n` +
        `Maintainer: x <x@x.example>\nDescription: x\n`;
      writeFileSync(at('deb/DEBIAN/control'), control);
      spawnSync('dpkg-deb', ['--root-owner-group', '--build', at('deb'), at(`package/portal_${version}_all.deb`)]);
    },
    publish(key = 'portal@villa.example') {
      const program = join(ROOT, 'scripts/apt-repository.ts');
      const { status, stderr } = spawnSync(process.execPath, [program, at('repository'), key, at('package')], {
        encoding: 'utf8',
        env,
      });
      return [status, stderr];
    },
    trust() {
      const source = `deb [signed-by=${at('key.asc')}] ${url} stable main\n`;
      writeFileSync(at('apt/etc/sources.list'), source);
      writeFileSync(at('key.asc'), readFileSync(at('repository/portal-municipal.asc')));
    },
    /** Makes it a machine that has never asked. */
    forget() {
      rmSync(at('apt/lists'), { recursive: true });
      mkdirSync(at('apt/lists/partial'), { recursive: true });
    },
    async apt(...args: string[]) {
      const options = {
        'Dir::Etc': at('apt/etc'),
        'Dir::State::lists': at('apt/lists'),
        'Dir::Cache': at('apt/cache'),
        'Dir::State::status': '/dev/null',
        'APT::Architecture': 'amd64',
        'APT::Architectures': 'amd64',
        'APT::Sandbox::User': 'root',
        'Acquire::http::Proxy': 'DIRECT',
        // What the machine that runs this does after an update is not meant.
        'APT::Update::Post-Invoke': '',
      };
      const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
      const child = execFile('apt-get', [...given, ...args], {
        cwd: at('apt'),
        env: { ...env, APT_CONFIG: '/dev/null', LC_ALL: 'C' },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (said += text));
      const [status] = (await once(child, 'close')) as [number];
      return { status, said };
    },
  };
}

test('apt finds each release in the repository, and the one before', async () => {
  const { at, url, pack, publish, trust, forget, apt } = await openRepository();
  pack('1.0.0');
  expect(publish()).toEqual([0, '']);
  trust();
  expect((await apt('update', '--error-on=any')).status).toBe(0);
  pack('1.1.0');
  // Without its key nothing is published, and what was stays good.
  expect(publish('nadie@villa.example')[0]).toBe(1);
  forget();
  expect((await apt('update', '--error-on=any')).status).toBe(0);
  expect(publish()).toEqual([0, '']);
  expect((await apt('update', '--error-on=any')).status).toBe(0);
  expect((await apt('install', '--print-uris', '-y', 'portal-municipal')).said).toContain('portal_1.1.0_all.deb');
  expect((await apt('download', 'portal-municipal')).status).toBe(0);
  expect((await apt('download', 'portal-municipal=1.0.0')).status).toBe(0);
  // A portal that may ask learns the same.
  const dbFile = at('portal.sqlite');
  await askReleases({ dbFile, releasesUrl: url }, { now: Date.now });
  expect(readReleases(dbFile, url)?.newest).toBe('1.1.0');
  // What was published under a version stays that.
  pack('1.1.0', 'otro contenido');
  expect(publish()).toEqual([1, expect.stringContaining('ya se publicó con otro contenido')]);
});

test('apt refuses what the key has not signed: the index, a package, another key', async () => {
  const { at, newKey, pack, publish, trust, apt } = await openRepository();
  pack('1.0.0');
  publish();
  trust();
  const index = at('repository/dists/stable/main/binary-amd64/Packages');
  const whole = readFileSync(index);
  for (const end of ['', '.gz']) appendFileSync(index + end, '\n');
  expect((await apt('update', '--error-on=any')).said).toMatch(/unexpected size|Hash Sum mismatch/);
  publish();
  expect(readFileSync(index)).toEqual(whole);
  expect((await apt('update', '--error-on=any')).status).toBe(0);
  const file = at('repository/pool/portal_1.0.0_all.deb');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect((await apt('download', 'portal-municipal')).said).toMatch(/Hash Sum mismatch/);
  newKey('otra@villa.example');
  rmSync(at('package'), { recursive: true });
  mkdirSync(at('package'));
  pack('2.0.0');
  publish('otra@villa.example');
  expect((await apt('update', '--error-on=any')).said).toMatch(/not signed|NO_PUBKEY|couldn't be verified/);
});
