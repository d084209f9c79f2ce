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
}: {
  name: string;
  at: number;
  count: number;
  step: (at: number, by: -1 | 1) => void;
}) {
  return (
    <>
      <EntryButton words="Subir" name={name} step={-1} isPossible={at > 0} press={() => step(at, -1)} />
      <EntryButton words="Bajar" name={name} step={1} isPossible={at < count - 1} press={() => step(at, 1)} />
    </>
  );
}
