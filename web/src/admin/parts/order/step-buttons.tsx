import { EntryButton } from './entry-button.tsx';

/**
 * The buttons that move an entry of a list by one place.
 * @param name the entry's name for people
 * @param step `step` of the list's `useReorder`
 */
export function StepButtons({
  name,
  at,
  count,
  step,
  words: [before, after] = ['Subir', 'Bajar'],
  signs: [back, on] = [undefined, undefined],
}: {
  name: string;
  at: number;
  count: number;
  step: (at: number, by: -1 | 1) => void;
  /** What the two do, where entries do not stand below each other. */
  words?: readonly [string, string];
  /** Drawn in the place of the words where there is no room for them. */
  signs?: readonly [string, string] | readonly [undefined, undefined];
}) {
  return (
    <>
      <EntryButton words={before} sign={back} name={name} step={-1} isPossible={at > 0} press={() => step(at, -1)} />
      <EntryButton words={after} sign={on} name={name} step={1} isPossible={at < count - 1} press={() => step(at, 1)} />
    </>
  );
}
