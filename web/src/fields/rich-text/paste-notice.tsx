import { pictureTitle } from '#contract/values/pictures';
import { undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import { dismissPasted, joinPasted, lastPaste } from './pasting.ts';

/**
 * Says in a line what was lost of what was pasted, asks for pictures that were elsewhere, and offers to undo it or to
 * join its lines.
 * @param pick lets a person pick a photo in the place of a picture of the text
 */
export function PasteNotice({
  paste,
  run,
  pick,
}: {
  paste: ReturnType<typeof lastPaste>;
  run: (command: Command) => void;
  pick: (name: string) => void;
}) {
  return (
    <p className="rich-notice paste-notice" role="status">
      {paste && (
        <>
          {paste.lost.length > 0 && `No se pegó ${inWords(paste.lost)}. `}
          {paste.joined !== null && 'El texto quedó cortado renglón por renglón. ¿Unir los renglones? '}
          {paste.asked.length > 0 && 'Hay imágenes que estaban en otro lugar. Elegilas de este dispositivo: '}
          {paste.asked.map((name) => (
            <button key={name} className="link-button" type="button" onClick={() => pick(name)}>
              Elegir «{pictureTitle(name)}»
            </button>
          ))}
          {paste.isLast && paste.joined !== null && <Choice words="Unir" command={joinPasted} run={run} />}
          {paste.isLast && <Choice words="Deshacer" command={undoPaste} run={run} />}
          <Choice words={paste.joined === null ? 'Entendido' : 'Dejar así'} command={dismissPasted} run={run} />
        </>
      )}
    </p>
  );
}

function Choice({ words, command, run }: { words: string; command: Command; run: (command: Command) => void }) {
  return (
    <button className="link-button" type="button" onClick={() => run(command)}>
      {words}
    </button>
  );
}

const undoPaste: Command = (state: EditorState, dispatch, view) => {
  undo(state, dispatch);
  return view ? dismissPasted(view.state, dispatch) : true;
};

/** A list of things: `una, otra y la última`. */
const inWords = (things: readonly string[]) =>
  things.length < 2 ? (things[0] ?? '') : `${things.slice(0, -1).join(', ')} ni ${things.at(-1)}`;
