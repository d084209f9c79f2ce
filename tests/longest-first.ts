import { createHash } from 'node:crypto';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';

/** The slowest files, in descending order of their duration. The others follow by layer, the slow layers first. */
const LONG = [
  'faults/model',
  'e2e/admin/many-photos',
  'program/town-command',
  'e2e/public/every-page/',
  'e2e/public/cartelera',
  'program/commands',
  'faults/questions',
  'program/upgrade-killed',
  'e2e/admin/slow-storage',
  'api/maintenance/offsite',
  'e2e/admin/sync',
  'e2e/admin/lists',
  'e2e/admin/editing',
  'e2e/admin/accessible',
  'e2e/public/first-view.proof',
  'e2e/security/content',
  'faults/sigkill',
  'faults/installation',
  'e2e/server/nginx.proof',
  'e2e/admin/people',
  'api/tickets/scale',
  'contract/rosters/oracle',
  'web/public/moments',
  'api/weather/histories',
  'e2e/public/screens',
  'e2e/public/device',
  'e2e/security/privacy',
  'e2e/public/push',
  'e2e/admin/alt-text',
  'api/push/sending',
  'api/push/turns',
  'contract/readers-parity',
  'api/files/shares',
  'program/start',
  'program/demo',
  'program/added-entity',
  'faults/kill',
];
const LAYERS = ['/e2e/', '/faults/', '/program/', '/api/', '/contract/', '/web/'];

/**
 * Runs slow files first: a slow file at the end would keep one worker busy while the others are idle. With
 * `--sequence.shuffle` the order of the files is random too; vitest prints the seed.
 *
 * It uses nothing of vitest but types: the configuration has to be read where nothing is installed yet, to say so.
 */
export class LongestFirst implements TestSequencer {
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  shard(): never {
    throw new Error('These tests are not divided into shards.');
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.#vitest.config.sequence;
    const place = shuffle ? ({ moduleId }: TestSpecification) => numberOf(`${seed} ${moduleId}`) : placeOf;
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

/** @returns a number that looks random, and is always the same for the same words */
function numberOf(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE();
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.includes(`/tests/${name}`));
  return place === -1 ? LONG.length + LAYERS.findIndex((layer) => moduleId.includes(`/tests${layer}`)) : place;
}
