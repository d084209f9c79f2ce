import { useEffect, useEffectEvent } from 'react';
import { useNotices } from '../parts/notices.tsx';
import { touchedTexts, useSaveTexts } from './questions.ts';

/**
 * Ctrl+S (⌘S) saves what is being written, as its buttons do and leaving its field does: browsers would save the page
 * as a file. The cursor stays where it is, unless something cannot be saved.
 */
export function SaveKey(): null {
  const save = useSaveTexts();
  const notify = useNotices();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isSave || event.shiftKey) return;
    // A select takes with it what was chosen with keys.
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (event.repeat || document.querySelector('dialog[open]')) return;
    const texts = touchedTexts();
    if (texts.length > 0) void save(texts, 'No se guardó');
    else if (!isTaken) notify({ tone: 'good', text: 'No hay nada sin guardar' });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}
