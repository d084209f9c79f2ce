import { useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';

type SelectProps = Omit<ComponentProps<'select'>, 'ref' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'> & {
  value: string;
  /** Called with the choice, which takes effect at once. */
  onPick: (value: string) => void;
};

/**
 * A select whose choice takes effect without another button. Arrows and letters change the value of a closed select at
 * every press, so that whoever looks for one choice passes over others: what was chosen with keys waits until it is
 * confirmed with Enter or the select is left, and Escape gives it up. From the open list a choice is taken at once.
 */
export function Select({ value, onPick, children, ...others }: SelectProps) {
  /** What was chosen with keys; null while nothing waits. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const isKeyed = useIsKeyed(select);

  function take(): void {
    setWaiting(null);
    if (waiting !== null && waiting !== value) onPick(waiting);
  }
  return (
    <select
      {...others}
      ref={select}
      value={waiting ?? value}
      onChange={({ target }) => {
        if (isKeyed()) return setWaiting(target.value);
        setWaiting(null);
        onPick(target.value);
      }}
      onKeyDown={(event) => {
        if (waiting === null) return;
        const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
        const isKnown = isSave || event.key === 'Enter' || event.key === 'Escape';
        if (!isKnown) return;
        event.preventDefault();
        // Escape would close a dialog; what saves everything goes on.
        if (!isSave) event.stopPropagation();
        if (event.key === 'Escape') setWaiting(null);
        else take();
      }}
      onBlur={({ target }) => {
        // Another window was brought to the front.
        if (document.activeElement !== target) take();
      }}
    >
      {children}
    </select>
  );
}

/**
 * Returns a function that tells whether a key is being handled. A closed select changes within the event of its key,
 * an open one after it was closed: its list takes the keys, and the page may never hear that one was released.
 */
function useIsKeyed(select: { current: HTMLSelectElement | null }): () => boolean {
  const isKeyed = useRef(false);
  useEffect(() => {
    const element = select.current;
    const begin = () => {
      isKeyed.current = true;
      setTimeout(() => (isKeyed.current = false));
    };
    // Arrows change it while they go down, letters once they are a character.
    for (const type of ['keydown', 'keypress']) element?.addEventListener(type, begin);
    return () => {
      for (const type of ['keydown', 'keypress']) element?.removeEventListener(type, begin);
    };
  }, [select]);
  return () => isKeyed.current;
}
