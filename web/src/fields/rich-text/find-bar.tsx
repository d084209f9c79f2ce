import type { Command } from 'prosemirror-state';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { find, findOther } from './find.ts';
import type { findingOf } from './find.ts';

/**
 * Looks for words in the text.
 * @param change runs a command in the editor; the focus stays where it is
 * @param close ends it, with the focus in the text
 */
export function FindBar({
  finding: { words, count, number },
  change,
  close,
}: {
  finding: ReturnType<typeof findingOf>;
  change: (command: Command) => void;
  close: () => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  // The editor itself scrolls only where the focus is, which is in this bar.
  useEffect(() => {
    box.current?.closest('.rich')?.querySelector('.found.current')?.scrollIntoView({ block: 'center' });
  }, [words, number, count]);
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') change(findOther(event.shiftKey ? -1 : 1));
    else close();
  }
  return (
    <div className="tools" role="search" aria-label="Buscar en el texto">
      <label>
        Buscar en el texto
        <input
          ref={box}
          type="text"
          enterKeyHint="search"
          value={words}
          onKeyDown={press}
          onChange={({ currentTarget }) => change(find(currentTarget.value))}
        />
      </label>
      <span role="status">{words.trim() === '' ? '' : count === 0 ? 'No está' : `${number} de ${count}`}</span>
      <button type="button" disabled={count === 0} onClick={() => change(findOther(-1))}>
        Anterior
      </button>
      <button type="button" disabled={count === 0} onClick={() => change(findOther(1))}>
        Siguiente
      </button>
      <button type="button" onClick={close}>
        Cerrar
      </button>
    </div>
  );
}
