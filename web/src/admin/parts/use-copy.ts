import { useNotices } from './notices.tsx';

/**
 * Returns a function that copies a text to the clipboard and says so. Resolves to whether it did.
 * @param shown where the text stands: it is selected where the browser does not let pages copy
 */
export function useCopy(): (words: string, shown: Element | null | undefined) => Promise<boolean> {
  const notify = useNotices();
  return async (words, shown) => {
    try {
      await navigator.clipboard.writeText(words);
      notify({ tone: 'good', text: 'Copiado' });
      return true;
    } catch {
      // Without a secure context there is no clipboard API.
      if (shown) getSelection()?.selectAllChildren(shown);
      notify({
        tone: 'bad',
        isBrief: true,
        text: 'El navegador no dejó copiar. El texto quedó marcado: copialo desde su menú.',
      });
      return false;
    }
  };
}
