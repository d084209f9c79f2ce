import Database from 'better-sqlite3';
import express from 'express';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

export interface Reference {
  /** Answers that are sent as they are: the most that a server in Node can achieve. */
  constant: { path: string; file: string; headers: Record<string, string> }[];
  /** Database from which `/express` sends ten stories: the simplest way to write such a route. */
  dbFile: string;
}

function serve({ constant, dbFile }: Reference): void {
  const answers = new Map(
    constant.map(({ path, file, headers }) => {
      const bytes = readFileSync(file);
      return [path, { bytes, headers: { ...headers, 'Content-Length': bytes.length } }];
    }),
  );
  const app = express().disable('x-powered-by');
  const newest = new Database(dbFile, { readonly: true }).prepare(
    'SELECT id, title, description, date FROM story ORDER BY rowid DESC LIMIT 10',
  );
  app.get('/express', (_req, res) => {
    res.json(newest.all());
  });
  const server = createServer((req, res) => {
    const answer = answers.get(req.url ?? '');
    if (answer) res.writeHead(200, answer.headers).end(answer.bytes);
    else app(req, res);
  });
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  serve(JSON.parse(process.argv[2] ?? '{}') as Reference);
