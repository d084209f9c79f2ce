import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GUARDS } from '../../lab/guards.ts';

test.each(GUARDS.map((guard) => [guard.name, guard] as const))(
  'the guard «%s» stands once where test-the-test removes it',
  (_, { file, guarded }) => {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    expect(text.split(guarded).length - 1).toBe(1);
  },
);
