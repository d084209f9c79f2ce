import { REFUSALS } from '#contract/uploaded/upload-refusals';

export type FileKind = 'photo' | 'pdf';

/** What of a drag the functions below look at. */
export interface Dropped {
  types: readonly string[];
  files: ArrayLike<Pick<File, 'name' | 'type'>>;
  items: ArrayLike<Pick<DataTransferItem, 'kind'> & Partial<Pick<DataTransferItem, 'webkitGetAsEntry'>>>;
}

/** Whether files are dragged; their names are known only when they are dropped. */
export const hasFiles = ({ types }: Pick<Dropped, 'types'>) => types.includes('Files');

/**
 * Returns why nothing of what was dropped can be taken, in words for the person; null if it can be looked at file by
 * file. A folder, other programs' files and one too many are told apart, because each has another way out.
 */
export function dropFault({ files, items }: Dropped, kind: FileKind, isMany: boolean): string | null {
  const folder = Array.from(items)
    .find((item) => item.webkitGetAsEntry?.()?.isDirectory)
    ?.webkitGetAsEntry?.();
  if (folder) return `«${folder.name}» es una carpeta. Abrila y arrastrá lo que hay adentro.`;
  const all = Array.from(files);
  if (all.length === 0) return 'Ahí no había ningún archivo.';
  if (!isMany && all.length > 1) return ONE[kind];
  const wrong = all.filter((file) => !isOf(kind, file));
  // Where some are of the kind, each of the others is refused by its name.
  if (wrong.length < all.length) return null;
  const [first] = all;
  return (first && all.length === 1 ? `«${first.name}»: ` : '') + WRONG[kind];
}

const ONE: Record<FileKind, string> = {
  photo: 'Acá va una sola imagen: arrastrá una sola foto.',
  pdf: 'Acá va un solo PDF: arrastrá uno solo.',
};
const WRONG: Record<FileKind, string> = { photo: REFUSALS.notPicture, pdf: REFUSALS.notPdf };

/** By what the system says; a file without a type is looked at more closely when it is read. */
function isOf(kind: FileKind, { name, type }: Pick<File, 'name' | 'type'>): boolean {
  if (kind === 'pdf') return type === 'application/pdf' || /\.pdf$/i.test(name);
  return type.startsWith('image/') || type === '';
}
