import type { Command } from 'prosemirror-state';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { NO_ADDRESS } from './link-popup.ts';
import { changeLink, removeLink } from './links.ts';
import type { Link } from './links.ts';

/**
 * The words and the address of the link that the cursor is in, to be changed there, or removed.
 * @param addressOf returns the address that a person means; null if it is none
 * @param run runs a command in the editor, which gets the focus
 */
export function LinkTools({
  link,
  addressOf,
  run,
}: {
  link: Link;
  addressOf: (typed: string) => string | null;
  run: (command: Command) => void;
}) {
  const [words, setWords] = useState(link.words);
  const [address, setAddress] = useState(link.address);
  const box = useRef<HTMLInputElement>(null);
  const isSame = words === link.words && address === link.address;

  function change(): void {
    const whole = addressOf(address);
    if (whole === null) {
      box.current?.setCustomValidity(NO_ADDRESS);
      box.current?.reportValidity();
    } else run(changeLink(link, whole, words.trim() || whole));
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') change();
    else run(() => true);
  }
  function type({ currentTarget }: FormEvent<HTMLInputElement>): void {
    currentTarget.setCustomValidity('');
    setAddress(currentTarget.value);
  }

  return (
    <div className="tools" role="group" aria-label="Enlace">
      <label>
        Texto del enlace
        <input
          type="text"
          value={words}
          onKeyDown={press}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <label>
        Dirección
        <input
          ref={box}
          className="link-address"
          type="text"
          inputMode="url"
          value={address}
          onKeyDown={press}
          onChange={type}
        />
      </label>
      <button type="button" disabled={isSame} onClick={change}>
        Cambiar el enlace
      </button>
      <button type="button" onClick={() => run(removeLink(link))}>
        Quitar el enlace
      </button>
    </div>
  );
}
