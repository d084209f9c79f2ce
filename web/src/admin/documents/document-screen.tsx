import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { document } from '../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { faultsOf } from '../parts/words/document-paths.ts';
import { useRowQuestions } from './row-questions.tsx';
import type { Places } from './row-questions.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { leadTo, shownFaults } from './form-marks.ts';
import type { DocumentPart } from './form-marks.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { RowMenu, RowMenuButton, useRowMenu } from '../parts/row-menu.tsx';
import { useFieldGuide, WantedFieldContext } from '../parts/disclosures/wanted-field.ts';
import { conflictWords } from '../parts/words/conflict-words.ts';
import { EarlierText } from '../field/earlier-text.tsx';
import { FIELD_STATES, fieldState } from '../field/field-state.ts';
import { operationOf } from '../workspace/overlay.ts';
import { PresenceNote } from '../parts/presence-note.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { ParkedChoices } from '../field/parked-choices.tsx';
import { documentValue, useAwaitedDocument } from '../workspace/use-document.ts';
import { useOutcome } from '../field/use-outcome.ts';
import { useEditing } from '../field/use-editing.ts';
import { useTitle } from '../parts/use-title.ts';
import type { TargetField } from '../parts/focus/use-first-field.ts';

const JsonEditor = lazy(() =>
  import('./json-editor.tsx').then(({ JsonEditor: component }) => ({ default: component })),
);

interface DocumentProps {
  name: 'site' | 'categories' | 'usefuldata';
  title: string;
  schema: z.ZodType;
  /** What of the document is asked about where the form shows it. */
  places?: Places;
  /** Entries of its lists as they are when they are added. */
  blanks?: readonly Json[];
  /** The part of the document that the form has; a form of the whole offers its JSON too. */
  part?: DocumentPart;
  Form: ComponentType<DocumentFormProps>;
  /** What of a value that the schema accepts is asked about before it is saved, in sentences. */
  doubtsOf?: (value: Json, stored: Json) => string[];
  /** Where what is typed is kept until it is saved; the screens of parts of a document have places of their own. */
  draftField?: string;
}

/**
 * Edit screen of a document that is saved as a whole, by a button: a form, or JSON for bulk editing. One schema
 * validates both.
 */
export function DocumentScreen({ name, title, ...form }: DocumentProps) {
  const shown = useAwaitedDocument(name);
  useTitle(title);
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{title}</h1>
        <HistoryLink type={name} id={name} />
      </div>
      <PresenceNote type={name} id={name} />
      {shown === 'loading' ? (
        <p className="loading" role="status">
          Cargando…
        </p>
      ) : shown === 'missing' ? (
        <p className="empty" role="status">
          Este dispositivo todavía no tiene estos datos. Conectate una vez para editarlos.
        </p>
      ) : (
        <Editing name={name} title={title} shown={shown} {...form} />
      )}
    </>
  );
}

const NO_PLACES: Places = { lists: [] };
const NO_BLANKS: readonly Json[] = [];

function Editing({
  name,
  title,
  schema,
  places = NO_PLACES,
  blanks = NO_BLANKS,
  part,
  draftField = 'value',
  doubtsOf,
  shown,
  Form,
}: DocumentProps & { shown: Shown }) {
  const workspace = useWorkspace();
  const self = useWorkspaceState().session.user.name;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const stored = documentValue(shown);
  const edit = useEditing({
    place: { entity: name, recordId: name, field: draftField },
    field: { label: title, parse: schema, ownButton: true },
    stored,
    confirmChange: undefined,
    async isSure(value, base) {
      const doubts = doubtsOf?.(value, base) ?? [];
      return doubts.length === 0 || confirm({ text: doubts.join(' '), accept: 'Guardar igual', isRemoval: true });
    },
    save: (value, base) => workspace.save(document(name, value, base)),
  });
  const [isJson, setJson] = useState(false);
  // A text that is no JSON is edited, and kept as a draft, as it is: no schema accepts it.
  const isBroken = typeof edit.value === 'string';
  const guide = useFieldGuide();
  const menu = useRowMenu();
  // Whether it was tried to save it like this.
  const [isTried, setTried] = useState(false);
  const all = useMemo(
    () => (edit.isEditing && !isBroken ? faultsOf(schema, edit.value) : new Map<string, string>()),
    [schema, edit.isEditing, isBroken, edit.value],
  );
  const faults = isTried ? all : shownFaults(all, edit.value, blanks);
  if (isTried && !edit.isEditing) setTried(false);
  const hasJson = part === undefined;
  const lead = leadTo(all.keys(), part);
  /** Leads to the first error, and shows those too that are not shown while a new entry is empty. */
  const showFault = () => {
    setTried(true);
    if (lead?.rest) void navigate(lead.rest.address, { state: { field: lead.field } satisfies TargetField });
    else if (lead) guide.go(lead.field);
  };
  const restTitle = leadTo(faults.keys(), part)?.rest?.title;
  const faultsText = faultWords(faults.size) + (restTitle ? ` en ${restTitle}.` : '.');
  const showRefusal = useEffectEvent(showFault);
  useEffect(() => {
    if (edit.error !== null) showRefusal();
  }, [edit.error]);
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
        <button
          className="button"
          type="button"
          disabled={!edit.isEditing || isBroken}
          onClick={all.size > 0 && isForm ? showFault : edit.leave}
        >
          Guardar
        </button>
        {edit.canRevert && (
          <button className="button quiet" type="button" onClick={edit.revert}>
            Descartar lo escrito
          </button>
        )}
        {hasJson && !isForm && (
          <button className="button quiet" type="button" disabled={isBroken} onClick={() => setJson(false)}>
            Editar como formulario
          </button>
        )}
        <span className={`field-state state-${state}`} aria-live={state === 'editing' ? 'off' : 'polite'}>
          {FIELD_STATES[state]}
        </span>
        {faults.size > 0 &&
          (isForm ? (
            <button className="link-button document-faults" type="button" onClick={showFault}>
              {faultsText}
            </button>
          ) : (
            <span className="document-faults">{faultsText}</span>
          ))}
        {hasJson && isForm && (
          <RowMenuButton
            menu={menu}
            row={{ id: name, name: title, acts: [{ label: 'Editar como JSON', run: () => setJson(true) }] }}
          />
        )}
      </div>
      <RowMenu menu={menu} />
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
        <p className="field-hint over">
          {hasJson
            ? 'Lo escrito no es JSON: corregilo o reparalo para guardarlo, o descartá lo escrito.'
            : `Lo que escribiste en ${title} no es JSON: corregilo ahí, o descartá lo escrito.`}
        </p>
      )}
      {operation &&
        isParked({ status: state }) &&
        (rows.isPlaced ? (
          <p className="field-note">{conflictWords(operation, self)} Nada se pisó: elegí ahí mismo con qué seguir.</p>
        ) : (
          <ParkedChoices operation={operation} field={null} onDropped={edit.forgetSaved} />
        ))}
      {!isForm && !hasJson ? null : !isForm ? (
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
        <WantedFieldContext value={guide}>
          <Form value={edit.value} stored={stored} faults={faults} onChange={edit.type} questionAt={rows.at} />
        </WantedFieldContext>
      )}
    </div>
  );
}

const faultWords = (count: number) => `Hay ${count === 1 ? '1 dato' : `${count} datos`} por corregir`;
