import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FocusEvent, FormEvent, ReactNode } from 'react';
import { linkAddress } from '#contract/values/links';
import { addressOfTitle, OwnPages, titlesWith } from '../../own-pages.ts';
import type { OwnPage } from '../../own-pages.ts';

/** The boxes of the editor in which an address is typed. */
export const ADDRESS_BOXES = '#toastuiLinkUrlInput, .link-address';

/**
 * Lets the title of one of the portal's own pages be typed in place of its address.
 * @returns `addressOf` understands what was typed as `linkAddress` does, or as a title; `handlers` are those of an
 *   element around the boxes; `titles` are offered in them
 */
export function useOwnPages(): {
  addressOf: (typed: string) => string | null;
  handlers: { onFocus: (event: FocusEvent) => void; onInput: (event: FormEvent) => void };
  titles: ReactNode;
} {
  const read = useContext(OwnPages);
  const list = useId();
  const [pages, setPages] = useState<readonly OwnPage[]>([]);
  const [words, setWords] = useState('');
  const latest = useRef(pages);
  useEffect(() => {
    latest.current = pages;
  });
  const given = useMemo(
    () => ({
      addressOf: (typed: string) => linkAddress(addressOfTitle(latest.current, typed) ?? typed),
      handlers: {
        onFocus({ target }: FocusEvent) {
          if (!target.matches(ADDRESS_BOXES)) return;
          target.setAttribute('list', list);
          // A device that cannot read them now offers none.
          void read().then(setPages, () => {});
        },
        onInput({ target }: FormEvent) {
          if (target instanceof HTMLInputElement && target.matches(ADDRESS_BOXES)) setWords(target.value);
        },
      },
    }),
    [read, list],
  );
  const offered = useMemo(() => titlesWith(pages, words), [pages, words]);
  const titles = (
    <datalist id={list}>
      {offered.map((title) => (
        <option key={title}>{title}</option>
      ))}
    </datalist>
  );
  return { ...given, titles };
}
