/** A folder whose code is changed, and the quick tests that must notice. */
export interface MutatedFolder {
  code: string;
  tests: readonly string[];
  setup: readonly string[];
}

/** The folders of `npm run mutants`: those whose faults would lose, repeat or show what they must not. */
export const FOLDERS = new Map<string, MutatedFolder>([
  [
    'protocol',
    {
      code: 'web/src/offline/outbox/protocol/*.ts',
      tests: ['tests/web/outbox/!(world|background-sync).test.ts'],
      setup: ['tests/web/setup.ts'],
    },
  ],
  [
    'write',
    {
      code: 'api/records/write/!(merged-list|merged-rows|merged-text).ts',
      tests: ['tests/api/records/{attached,documents,labels,merged,merging,operations,users,writer}.test.ts'],
      setup: [],
    },
  ],
  [
    'merge',
    {
      code: 'api/records/write/{merged-list,merged-rows,merged-text}.ts',
      tests: ['tests/api/records/{merged,merged-list,merged-rows,merged-text}.test.ts'],
      setup: [],
    },
  ],
  ['visibility', { code: 'api/contract/visibility.ts', tests: ['tests/contract/visibility.test.ts'], setup: [] }],
  [
    'sw',
    {
      code: 'web/src/sw/*.ts',
      tests: [
        'tests/web/sw/*.test.ts',
        'tests/web/outbox/background-sync.test.ts',
        'tests/contract/{event-files,fill}.test.ts',
      ],
      setup: ['tests/web/setup.ts'],
    },
  ],
]);
