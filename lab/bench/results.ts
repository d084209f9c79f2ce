import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Row } from './rows.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Folder of the published results, one file for each release. */
export const KEPT = join(import.meta.dirname, '../results');

/** The result of a run, as `--json` writes it. */
export interface Result {
  release: string;
  /** Time of the run, in ISO 8601. */
  at: string;
  node: string;
  cpus: number;
  rows: Row[];
}

export function resultOf(rows: Row[]): Result {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    release: version,
    at: new Date().toISOString(),
    node: process.version,
    cpus: availableParallelism(),
    rows,
  };
}

/** Reads the published results. @returns oldest first */
export function keptResults(folder = KEPT): Result[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result)
    .sort((one, other) => one.at.localeCompare(other.at));
}
