import { lazy, Suspense, useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { document } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { faultsOf } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import { useRowQuestions } from './row-questions.tsx';
import type { Places } from './row-questions.tsx';
import { conflictWords } from '../field/conflict-words.ts';
import { EarlierText } from '../field/earlier-text.tsx';
import { FIELD_STATES, fieldState, operationOf } from '../field/field-state.ts';
import { PresenceNote } from '../parts/presence-note.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { ParkedChoices } from '../field/parked-choices.tsx';
import { documentValue, useDocument } from '../workspace/use-document.ts';
import { useOutcome } from '../field/use-outcome.ts';
import { useEditing } from '../field/use-editing.ts';
import { useTitle } from '../parts/use-title.ts';

const JsonEditor = lazy(() =>
  import('./json-editor.tsx').then(({ JsonEditor: component }) => ({ default: component })),
);

const TITLES = { site: 'Sitio', categories: 'Listas', usefuldata: 'Datos útiles' } as const;

export interface DocumentFormProps {
  value: Json;
  /** Error messages by path (`emergencies.fire`). */
  faults: ReadonlyMap<string, string>;
  onChange: (value: Json) => void;
  /** Returns the question about an entry or a field that somebody else has changed too; null if there is none. */
  questionAt: (path: Path) => ReactNode;
}

interface DocumentProps {
  name: keyof typeof TITLES;
  schema: z.ZodType;
  /** What of the document is asked about where the form shows it. */
  places?: Places;
  Form: ComponentType<DocumentFormProps>;
}

/**
 * Edit screen of a document that is saved as a whole, by a button: a form, or JSON for bulk editing. One schema
 * validates both.
 */
export function DocumentScreen({ name, title, ...form }: DocumentProps & { title: string }) {
  const shown = useDocument(name);
  useTitle(title);
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{title}</h1>
        <HistoryLink type={name} id={name} />
      </div>
      <PresenceNote type={name} id={name} />
      {shown ? (
        <Editing name={name} shown={shown} {...form} />
      ) : (
        <p className="empty" role="status">
          Este dispositivo todavía no tiene estos datos. Conectate una vez para editarlos.
        </p>
      )}
    </>
  );
}

const NO_PLACES: Places = { lists: [] };

function Editing({ name, schema, places = NO_PLACES, shown, Form }: DocumentProps & { shown: Shown }) {
  const workspace = useWorkspace();
  const stored = documentValue(shown);
  const edit = useEditing({
    place: { entity: name, recordId: name, field: 'value' },
    field: { label: TITLES[name], parse: schema, ownButton: true },
    stored,
    confirmChange: undefined,
    save: (value, base) => workspace.save(document(name, value, base)),
  });
  const [isJson, setJson] = useState(false);
  // A text that is no JSON is edited, and kept as a draft, as it is: no schema accepts it.
  const isBroken = typeof edit.value === 'string';
  const faults = useMemo(
    () => (edit.isEditing && !isBroken ? faultsOf(schema, edit.value) : new Map<string, string>()),
    [schema, edit.isEditing, isBroken, edit.value],
  );
  const operation = operationOf('value', shown.operations);
  const state = useOutcome(
    fieldState({ field: 'value', operations: shown.operations, isEditing: edit.isEditing, wasSaved: edit.wasSaved }),
    operation,
    stored,
    edit.saved,
  );
  const isForm = !isJson && !isBroken;
  const rows = useRowQuestions(
    isParked({ status: state }) ? operation : undefined,
    edit.value,
    isForm ? places : NO_PLACES,
    edit.forgetSaved,
  );
  return (
    <div className="field document" data-state={state}>
      <div className="document-bar">
        <button className="button" type="button" disabled={!edit.isEditing || isBroken} onClick={edit.leave}>
          Guardar
        </button>
        {edit.canRevert && (
          <button className="button quiet" type="button" onClick={edit.revert}>
            Deshacer
          </button>
        )}
        <button className="button quiet" type="button" disabled={isBroken} onClick={() => setJson(!isJson)}>
          {isJson || isBroken ? 'Editar como formulario' : 'Editar como JSON'}
        </button>
        <span className={`field-state state-${state}`} aria-live={state === 'editing' ? 'off' : 'polite'}>
          {FIELD_STATES[state]}
        </span>
      </div>
      {edit.isRecovered && (
        <p className="field-note" role="status">
          Recuperamos lo que estabas escribiendo.
        </p>
      )}
      <EarlierText edit={edit} />
      <p className="field-error" role="alert">
        {edit.error}
      </p>
      {isBroken && (
        <p className="field-hint over">Lo escrito no es JSON: corregilo o reparalo para guardarlo, o deshacelo.</p>
      )}
      {faults.size > 0 && (
        <p className="field-hint over">Hay {faults.size === 1 ? '1 dato' : `${faults.size} datos`} por corregir.</p>
      )}
      {operation &&
        isParked({ status: state }) &&
        (rows.isPlaced ? (
          <p className="field-note">{conflictWords(operation)} Nada se pisó: elegí ahí mismo con qué seguir.</p>
        ) : (
          <ParkedChoices operation={operation} field={null} onDropped={edit.forgetSaved} />
        ))}
      {!isForm ? (
        <Suspense
          fallback={
            <p className="loading" role="status">
              Cargando el editor…
            </p>
          }
        >
          <JsonEditor value={edit.value} schema={schema} onChange={edit.type} />
        </Suspense>
      ) : (
        <Form value={edit.value} faults={faults} onChange={edit.type} questionAt={rows.at} />
      )}
    </div>
  );
}
