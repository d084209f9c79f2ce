/**
 * A button that does something with an entry of a list.
 * @param words what it does
 * @param name the entry's name for people, which screen readers add
 */
export function EntryButton({
  words,
  name,
  isPossible = true,
  isDanger = false,
  press,
}: {
  words: string;
  name: string;
  isPossible?: boolean;
  isDanger?: boolean;
  press: () => void;
}) {
  return (
    <button
      className={isDanger ? 'button quiet danger' : 'button quiet'}
      type="button"
      disabled={!isPossible}
      onClick={press}
    >
      {words}
      <span className="hidden-text"> {name}</span>
    </button>
  );
}
