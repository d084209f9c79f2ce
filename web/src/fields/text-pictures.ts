import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { TextPicture } from '#contract/uploaded/text-pictures';

/** What the editor of rich text needs to show pictures and to take new ones. */
export interface TextPictures {
  /**
   * Takes photos that were picked, pasted or dropped. Each that can be used is stored on this device, to be sent before
   * the text, and then passed on. What cannot be used is said beside the field. Null where a text takes none.
   */
  add: ((files: readonly File[], insert: (picture: TextPicture) => void) => void) | null;
  /** Returns a button that opens a picture to be turned and cropped; null where it cannot be. */
  editing: (picture: { name: string; width: number | undefined }, replace: (edited: File) => void) => ReactNode;
  /** Returns an address at which a picture can be shown now; null if it is neither here nor can be had. */
  show(picture: TextPicture): Promise<string | null>;
  /** Returns what there is to be said about a picture, in words for a person; '' for nothing. */
  noteOf(picture: TextPicture): string;
}

const NONE: TextPictures = { add: null, editing: () => null, show: () => Promise.resolve(null), noteOf: () => '' };

/** Outside of a record's field there is nothing to show. */
export const TextPicturesContext = createContext<TextPictures>(NONE);

/**
 * Returns the pictures of the texts of a record, as a hook, and `error` about a photo that cannot be used.
 * @param record null for a text that takes no new ones
 */
export type UseTextPictures = (record: { entity: string; recordId: string } | null) => {
  pictures: TextPictures;
  error: string;
};

/** The hook of the back office, which knows where photos are kept. */
export const UseTextPicturesContext = createContext<UseTextPictures>(() => ({
  pictures: NONE,
  error: '',
}));
