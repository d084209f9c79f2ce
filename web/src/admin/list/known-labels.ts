import type { Label } from '#contract/records';
import { labelsOf } from '../workspace/overlay.ts';
import { useStored } from '../workspace/workspace.ts';

/** Returns the labels of the stories on this device, each once, by their names. */
export function useKnownLabels(): Label[] {
  const found = useStored('labels', async (store) =>
    (await store.all('story')).flatMap(({ record }) => labelsOf(record)),
  );
  const known = new Map((found ?? []).map((label) => [label.id, label]));
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'));
}
