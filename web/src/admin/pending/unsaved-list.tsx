import { useEffect, useState } from 'react';
import { Link } from '../../components/link.tsx';
import type { TargetField } from '../parts/focus/use-first-field.ts';
import type { RecordType } from '#contract/record-types';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useWorkspace, useWorkspaceState, useStored } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';
import { overlayOne } from '../workspace/overlay.ts';
import { useTicketName } from '../parts/use-ticket-name.ts';
import { TICKET, TICKET_SETTINGS } from '../workspace/ticket-operations.ts';
import { OwnText } from '../field/own-text.tsx';
import { valueWords } from '../parts/words/value-words.ts';
import { editScreen, fieldOf, groupName, MENU_PART } from '../parts/words/operation-words.ts';

/** Lists this person's unsaved texts on this device, with links to their fields; renders nothing if there are none. */
export function UnsavedTexts() {
  const { drafts } = useWorkspaceState();
  if (drafts.length === 0) return null;
  return (
    <section className="pending" aria-label="Texto sin guardar">
      <div className="pending-head">
        <h2>Texto sin guardar</h2>
      </div>
      <ul className="pending-list">
        {drafts.map((place) => (
          <UnsavedText key={Object.values(place).join(' ')} place={place} />
        ))}
      </ul>
    </section>
  );
}

function UnsavedText({ place }: { place: DraftPlace }) {
  if (place.entity === TICKET) return <UnsavedTicketText place={place} />;
  // The settings of the tickets are stored on no device.
  if (place.entity === TICKET_SETTINGS) return <Item place={place} what={groupName(TICKET_SETTINGS, null)} />;
  return <UnsavedRecordText place={place} />;
}

function UnsavedRecordText({ place }: { place: DraftPlace }) {
  const state = useWorkspaceState();
  const { entity, recordId } = place;
  const kept = useStored(`draft ${entity} ${recordId}`, async (store) => ({
    kept: await store.one(entity as RecordType, recordId),
  }));
  const shown = kept && (overlayOne(entity as RecordType, kept.kept, recordId, state) ?? null);
  const isGone = kept !== null && (shown === null || shown.isGone);
  const name = place.field === MENU_PART ? 'Menú' : groupName(entity, shown?.record ?? null);
  const what = [name, fieldOf(entity, place.field)?.label].filter(Boolean).join(': ');
  return <Item place={place} what={what} isGone={isGone} />;
}

/** Tickets are kept apart from the records. */
function UnsavedTicketText({ place }: { place: DraftPlace }) {
  const { isRead, nameOf } = useTicketName();
  const name = nameOf(place.recordId);
  const kind = place.field === 'note' ? 'Nota' : 'Respuesta';
  const what = `${groupName(TICKET, null)}${name ? ` «${name}»` : ''}: ${kind}`;
  return <Item place={place} what={what} isGone={isRead && name === null} />;
}

/** @param what names the text */
function Item({ place, what, isGone = false }: { place: DraftPlace; what: string; isGone?: boolean }) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const screen = editScreen(place.entity, place.recordId, place.field);
  async function discard() {
    if (
      await confirm({
        text: 'Se va a perder este texto, que está solo en este dispositivo.',
        names: [what],
        accept: 'Descartar',
        isRemoval: true,
      })
    )
      await attempt(() => workspace.dropDraft(place));
  }
  return (
    <li className="deed">
      <p className="deed-name">
        <b>{what}</b>
      </p>
      {isGone && <LostText place={place} />}
      <p className="buttons">
        {screen && (
          <Link className="button quiet" to={screen} state={{ field: place.field } satisfies TargetField}>
            Seguir escribiendo<span className="hidden-text"> {what}</span>
          </Link>
        )}
        <button className="link-button" type="button" onClick={() => void discard()}>
          Descartar<span className="hidden-text"> {what}</span>
        </button>
      </p>
    </li>
  );
}

/** The text of a field whose record was deleted, or is not on this device: no screen can show it. */
function LostText({ place }: { place: DraftPlace }) {
  const workspace = useWorkspace();
  const [words, setWords] = useState('');
  const { entity, recordId, field } = place;
  useEffect(() => {
    let isCurrent = true;
    void workspace
      .draft({ entity, recordId, field })
      .then((draft) => isCurrent && draft && setWords(valueWords(fieldOf(entity, field), draft.value)));
    return () => {
      isCurrent = false;
    };
  }, [workspace, entity, recordId, field]);
  return (
    <>
      <p>
        {entity === TICKET
          ? 'Este reclamo no está en este dispositivo: se borraron sus datos, pasó a otra área ' +
            'o se resolvió hace tiempo.'
          : 'Este registro fue eliminado, o no está en este dispositivo.'}{' '}
        Tu texto no se perdió: copialo y usalo en otro.
      </p>
      <OwnText name={fieldOf(entity, field)?.label ?? 'Texto'} words={words} />
    </>
  );
}
