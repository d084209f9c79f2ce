/**
 * A button that does something with an entry of a list.
 * @param words what it does
 * @param name the entry's name for people, which screen readers add
 * @param step by how many places it moves the entry: `useReorder` keeps the focus on it
 */
export function EntryButton({
  words,
  sign,
  name,
  isPossible = true,
  isDanger = false,
  step,
  press,
}: {
  words: string;
  /** Drawn in the place of the words where there is no room for them. */
  sign?: string | undefined;
  name: string;
  isPossible?: boolean;
  isDanger?: boolean;
  step?: -1 | 1;
  press: () => void;
}) {
  return (
    <button
      className={isDanger ? 'button quiet danger' : 'button quiet'}
      type="button"
      data-step={step}
      disabled={!isPossible}
      onClick={press}
    >
      {sign === undefined ? words : <span aria-hidden="true">{sign}</span>}
      <span className="hidden-text">
        {sign !== undefined && words} {name}
      </span>
    </button>
  );
}
