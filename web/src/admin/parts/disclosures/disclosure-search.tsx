import { useId } from 'react';
import { bare } from '#contract/values/text';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';

/** From how many disclosures on a search is worth its place. */
export const SEARCHED_FROM = 8;

/** Returns every text in a value, on lines. */
export function textsIn(value: Json): string {
  // A tick has no words that one could look for.
  if (typeof value === 'boolean') return '';
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return (Array.isArray(value) ? value : Object.values(value)).map(textsIn).join('\n');
}

/**
 * Whether each word that was typed occurs in a text; accents and case are ignored, and how the digits of a telephone
 * are grouped.
 */
export function isFoundIn(text: string, typed: string): boolean {
  const words = bare(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const plain = bare(text);
  const digits = text.split('\n').map((line) => line.replace(/\D/g, ''));
  const number = typed.replace(/[\s().+-]/g, '');
  if (/^\d{3,}$/.test(number) && digits.some((line) => line.includes(number))) return true;
  return words.every((word) => plain.includes(word));
}

/** Says how many disclosures are found, and that others are on the screen all the same. */
export function foundWords(found: number, others: number): string {
  const count = found === 0 ? 'No hay nada que coincida.' : `${found === 1 ? 'Coincide 1' : `Coinciden ${found}`}.`;
  return others === 0 ? count : `${count} Lo que está abierto se sigue viendo, aunque no coincida.`;
}

/** The search among disclosures, in the place of the browser's own, which finds nothing in what is closed. */
export function DisclosureSearch({
  label,
  typed,
  type,
  found,
  others,
  openFirst,
}: {
  label: string;
  typed: string;
  type: (typed: string) => void;
  /** Number of disclosures that are found. */
  found: number;
  /** Number of disclosures that are shown although they are not found: open ones. */
  others: number;
  /** Opens the first of them. */
  openFirst: () => void;
}) {
  const id = useId();
  return (
    <div className="disclosure-search" role="search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="control"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (typed.trim() !== '' && found > 0) openFirst();
        }}
      />
      <p className="field-hint" role="status">
        {typed.trim() !== '' && foundWords(found, others)}
      </p>
    </div>
  );
}
