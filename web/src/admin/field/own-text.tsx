import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { valueWords } from '../parts/words/value-words.ts';
import { useNotices } from '../parts/notices.tsx';
import { fieldOf } from '../parts/words/operation-words.ts';

/** Returns the text of a change, as a person reads it; '' if the change is not a text. */
export const ownWords = ({ kind, entity, field, value }: Operation) =>
  kind === 'update' ? valueWords(fieldOf(entity, field), value) : '';

/**
 * Shows one of the person's own texts in full, to be read and copied; renders nothing if it is empty.
 * @param name what it is, for example the change or the field
 * @param words the text, as a person reads it
 */
export function OwnText({ name, words }: { name: string; words: string }) {
  const notify = useNotices();
  if (words === '') return null;
  async function copy(button: HTMLElement) {
    try {
      await navigator.clipboard.writeText(words);
      notify({ tone: 'good', text: 'Copiado' });
    } catch {
      // Without a secure context there is no clipboard API: the text is selected, and `execCommand` copies it.
      const text = button.closest('.own-text')?.querySelector('.version-text');
      if (text) getSelection()?.selectAllChildren(text);
      notify({
        tone: 'bad',
        isBrief: true,
        text: 'El navegador no dejó copiar. El texto quedó marcado: copialo desde su menú.',
      });
    }
  }
  return (
    <div className="own-text">
      <p>
        <b>{name}</b>
      </p>
      <p className="version-text">{words}</p>
      <p>
        <button className="button quiet" type="button" onClick={({ currentTarget }) => void copy(currentTarget)}>
          Copiar mi texto<span className="hidden-text"> de «{name}»</span>
        </button>
      </p>
    </div>
  );
}
