import { useCallback } from 'react';
import { RECORD_ENTITIES, traitsOf } from '#contract/record-types';
import type { OwnPage } from '../../fields/own-pages.ts';
import { nameOf, publicPage } from '../parts/words/record-words.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The types whose records have a page each. */
const PAGED = RECORD_ENTITIES.filter((type) => traitsOf(type).page?.includes(':'));

/** Returns what reads the public pages of the records that this device holds. */
export function useOwnPagesReader(): () => Promise<OwnPage[]> {
  const { store } = useWorkspace();
  return useCallback(async () => {
    const all = await Promise.all(
      PAGED.map(async (type) =>
        (await store.all(type)).flatMap(({ record }) => {
          const address = publicPage(type, record);
          return address === null ? [] : [{ title: nameOf(type, record), address }];
        }),
      ),
    );
    return all.flat();
  }, [store]);
}
