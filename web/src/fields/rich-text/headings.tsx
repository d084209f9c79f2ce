import type { Command, EditorState } from 'prosemirror-state';
import { schema } from './schema.ts';

const { heading, paragraph } = schema.nodes;

/** A heading that readers of screens would stumble over, and where it is. */
export interface WrongHeading {
  at: number;
  words: string;
  is: 'empty' | 'orphan';
}

/**
 * Returns the first heading that is empty, or a subheading before the first heading (WCAG 2.2, technique G141); null if
 * there is none.
 */
export function wrongHeading({ doc }: EditorState): WrongHeading | null {
  let found: WrongHeading | null = null;
  let hasHeading = false;
  doc.descendants((node, at) => {
    if (found || node.type !== heading) return !found && !node.isTextblock;
    const words = node.textContent.trim();
    if (words === '') found = { at, words, is: 'empty' };
    else if (node.attrs.level === 2) hasHeading = true;
    else if (!hasHeading) found = { at, words, is: 'orphan' };
    return false;
  });
  return found;
}

/** Makes an empty heading a paragraph, and a subheading without a heading one itself. */
const mend =
  ({ at, is }: WrongHeading): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    if (node?.type !== heading) return false;
    dispatch?.(
      is === 'empty' ? state.tr.setNodeMarkup(at, paragraph, {}) : state.tr.setNodeMarkup(at, null, { level: 2 }),
    );
    return true;
  };

/** Says which heading is out of order, and offers to mend it. @param run runs a command in the editor */
export function HeadingNotice({ wrong, run }: { wrong: WrongHeading | null; run: (command: Command) => void }) {
  return (
    <p className="rich-notice" role="status">
      {wrong && (
        <>
          {wrong.is === 'empty'
            ? 'Hay un título vacío, que confunde a quien usa un lector de pantalla. '
            : `«${wrong.words}» es un subtítulo y no tiene un título antes. `}
          <button className="link-button" type="button" onClick={() => run(mend(wrong))}>
            {wrong.is === 'empty' ? 'Hacerlo párrafo' : 'Hacerlo título'}
          </button>
        </>
      )}
    </p>
  );
}
