import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Link } from '../../components/link.tsx';
import { alertTimesFault, isEndChosen, shownEnd } from '#contract/calendar/alert-times';
import { isTownField } from '#contract/calendar/weather-service';
import { entities, fieldsOf } from '#contract/forms-and-lists';
import type { EntityDeclaration } from '#contract/forms-and-lists';
import type { Field } from '#contract/fields';
import { SHARED_CACHE_SECONDS } from '#contract/limits';
import { isReadable } from '#contract/visibility';
import { hasGallery, traitsOf } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import { useCategories } from '../workspace/categories-provider.tsx';
import { withCategories } from '../parts/words/category-choices.ts';
import { AlertBar } from './alert-bar.tsx';
import { Attachments } from './attachments.tsx';
import { AwaitedBar } from './awaited-bar.tsx';
import { Gallery } from '../files/gallery/gallery.tsx';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { update } from '../workspace/new-operations.ts';
import { nameOf, sitePage, viewPage } from '../parts/words/record-words.ts';
import { useWorkspace, useWorkspaceState, WorkspaceContext } from '../workspace/workspace.ts';
import { EditField } from '../field/edit-field.tsx';
import { Refusal } from '../field/use-editing.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import { fetchRecord } from '../workspace/fetch-record.ts';
import { HistoryLink } from '../parts/history-link.tsx';
import { copyWords } from '../list/copy.ts';
import type { CopyNote } from '../list/copy.ts';
import { isRemovable, useRemoval } from '../list/removal.ts';
import { lastListOf } from '../list/list-return.ts';
import type { ListNavigation } from '../list/list-return.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { overlayOne } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { GoneChoices, goneName, useLastRemoval } from '../field/gone-choices.tsx';
import { isOfGone } from '../parts/words/operation-words.ts';
import { HeldBar } from './held-bar.tsx';
import { useHolding } from './use-holding.ts';
import type { Holding } from './use-holding.ts';
import { isUntraced, ParkedChoices } from '../field/parked-choices.tsx';
import { DraftLinkButton } from './draft-link.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { isPreviewed, previewPage } from '../parts/preview-address.ts';
import { useConfirmValue } from '../changes/questions.ts';
import { discardUnsaved, useIsUnsaved } from '../changes/texts.ts';
import { ServiceAlertBar, ServiceWords } from './service-alert.tsx';
import { alertHint } from './alert-hints.ts';
import { datedHint } from './dated-hints.ts';
import { eventHint } from './event-hints.ts';
import { usePresent } from '../parts/use-present.ts';
import { MenuPlace } from './menu-place.tsx';
import { Disclosure } from '../parts/disclosures/disclosure.tsx';
import { PresenceNote } from '../parts/presence-note.tsx';
import { useFirstField } from '../parts/focus/use-first-field.ts';
import { useStoredRecord } from '../workspace/use-stored-record.ts';
import { useTitle } from '../parts/use-title.ts';

const BACK: ListNavigation = { isBack: true };

/** The edit screen of an entity, generated from its declaration. */
export function EditScreen({ entity, id }: { entity: RecordEntity; id: string }) {
  const found = useRecord(entity, id);
  const own = useOwnChanges(entity, id);
  // Someone else has deleted the record while this person has pending changes.
  const isLost =
    own.some(isOfGone) || (found.is === 'gone' && own.length > 0 && !own.some(({ kind }) => kind === 'delete'));
  return (
    <>
      <p>
        <Link className="back" to={lastListOf(entity)} state={BACK}>
          Volver
        </Link>
      </p>
      {found.is === 'loading' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {found.is === 'elsewhere' && (
        <NoRecord title="No está en este dispositivo">
          Este registro no está guardado acá. Conectate y volvé a abrirlo.
        </NoRecord>
      )}
      {isLost && <LostRecord entity={entity} id={id} />}
      {found.is === 'gone' && !isLost && (
        <NoRecord title="Ya no existe">Este registro fue eliminado, o la dirección no es correcta.</NoRecord>
      )}
      {found.is === 'found' && !isLost && <Form key={id} entity={entity} shown={found.shown} />}
    </>
  );
}

function useOwnChanges(entity: RecordEntity, id: string) {
  return useWorkspaceState().waiting.filter((operation) => operation.entity === entity && operation.recordId === id);
}

function LostRecord({ entity, id }: { entity: RecordEntity; id: string }) {
  const own = useOwnChanges(entity, id);
  const entry = useLastRemoval(entity, id, true);
  return (
    <>
      <h1 tabIndex={-1}>Ya no existe: {goneName(entity, own, entry)}</h1>
      {own.some(isUntraced) ? (
        own.filter(isParked).map((one) => <ParkedChoices key={one.opId} operation={one} field={null} />)
      ) : (
        <GoneChoices entity={entity} recordId={id} operations={own} entry={entry} />
      )}
    </>
  );
}

function NoRecord({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="empty">{children}</p>
    </>
  );
}

function Form({ entity, shown }: { entity: RecordEntity; shown: Shown }) {
  const { record, operations } = shown;
  const name = nameOf(entity, record);
  const page = sitePage(entity, shown);
  const isUnsaved = useIsUnsaved(entity, record.id);
  const holding = useHolding(entity, record.id);
  const now = usePresent()();
  const isOther = isUnsaved || holding.held.length > 0;
  const view = isOther && isPreviewed(entity) ? previewPage(entity, record.id) : viewPage(entity, shown);
  const [isBeside, setBeside] = useState(false);
  const isOfService = entity === 'alert' && Boolean(record.source);
  const Bar = isOfService ? ServiceAlertBar : BARS[entity];
  const Place = PLACES[entity];
  // Order and titles of PDFs are edited beside their files.
  const [wide, narrow, more] = split(
    entity,
    fieldsOf(entity).filter(([field, { kind }]) => kind !== 'pdfTitles' && isEdited(entity, record, field)),
  );
  const remove = useRemoval(entity);
  const navigate = useNavigate();
  const { copyOf } = (useLocation().state ?? {}) as CopyNote;
  // An alert that is in force says what is so now.
  const mayHold = entity !== 'alert' && shown.served !== null && isReadable(entity, record);
  useTitle(name);
  useFirstField(true);
  const others = operations.filter((operation) => operation.field === undefined && isParked(operation));
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{name}</h1>
        <p className="buttons">
          {view && (
            <a className="button quiet" href={view} target="_blank" rel="noopener">
              {view === page ? 'Ver en el sitio' : 'Vista previa'}
              <span className="hidden-text"> (se abre en otra pestaña)</span>
            </a>
          )}
          {isPreviewed(entity) && (
            <button
              className="button quiet beside-phone"
              type="button"
              aria-pressed={isBeside}
              onClick={() => setBeside(!isBeside)}
            >
              Vista previa al lado
            </button>
          )}
          {mayHold && !holding.isOn && (
            <button className="button quiet" type="button" onClick={holding.begin}>
              Editar sin publicar
            </button>
          )}
          {isPreviewed(entity) && !isReadable(entity, record) && <DraftLinkButton type={entity} id={record.id} />}
          <HistoryLink type={entity} id={record.id} />
        </p>
      </div>
      <PresenceNote type={entity} id={record.id} />
      {copyOf && (
        <p className="aside" role="status">
          {copyWords(entity, copyOf)}
        </p>
      )}
      {others.map((operation) => (
        <ParkedChoices key={operation.opId} operation={operation} field={null} />
      ))}
      <WorkspaceContext value={holding.workspace}>
        <div className={isBeside ? 'with-phone' : undefined}>
          <div className={narrow.length > 0 ? 'form-columns' : 'form-column'}>
            <div className="form-main">
              {isOfService && <ServiceWords record={record} now={now} />}
              {wide.map(([field, declared]) => (
                <RecordField key={field} {...{ entity, shown, holding, now }} name={field} field={declared} />
              ))}
              {hasGallery(entity) && (
                <Gallery owner={entity} shown={shown} isLimited={traitsOf(entity).hasPictureLimit ?? false} />
              )}
            </div>
            <div className="form-side">
              {narrow.map(([field, declared]) => (
                <RecordField key={field} {...{ entity, shown, holding, now }} name={field} field={declared} />
              ))}
              {more.length > 0 && <MoreFields {...{ entity, shown, holding, now }} fields={more} />}
              <Attachments entity={entity} shown={shown} />
              {Place && <Place shown={shown} />}
              {isRemovable(entity, record) && (
                <p className="buttons form-end">
                  <button
                    className="button quiet danger"
                    type="button"
                    onClick={() =>
                      void remove([shown]).then((isRemoved) => {
                        if (!isRemoved) return;
                        discardUnsaved(entity, record.id);
                        void navigate(lastListOf(entity), { state: BACK });
                      })
                    }
                  >
                    Eliminar {entities[entity].singular}
                  </button>
                </p>
              )}
            </div>
          </div>
          {isBeside && isPreviewed(entity) && <PhoneFrame entity={entity} id={record.id} />}
        </div>
      </WorkspaceContext>
      <div className="foot-bars">
        {holding.isOn && <HeldBar entity={entity} shown={shown} holding={holding} />}
        {Bar ? <Bar shown={shown} /> : <AwaitedBar entity={entity} shown={shown} isHolding={holding.isOn} />}
      </div>
    </>
  );
}

/** Which fields have an editor: of the weather service's alerts those that the town adds, which no other alert has. */
function isEdited(entity: RecordEntity, { source }: Fields, field: string): boolean {
  if (entity !== 'alert') return true;
  // Its status is what the bar at the foot changes.
  return isTownField(source ? String(source) : '', field) && !(source && field === 'status');
}

/** Parts of the edit screens of some types: at the foot, and the place of a record on the site. */
const BARS: Partial<Record<RecordEntity, ComponentType<{ shown: Shown }>>> = { alert: AlertBar };
const PLACES: typeof BARS = { page: MenuPlace };

/** What is said of fields whose effect depends on others. */
const HINTS: Partial<Record<RecordEntity, (field: string, record: Fields, now: number) => string | undefined>> = {
  agenda: eventHint,
  alert: alertHint,
  bulletin: datedHint('bulletin'),
  story: datedHint('story'),
};

const WITHDRAWN = `Lo que se retira puede seguir viéndose en el sitio hasta ${SHARED_CACHE_SECONDS} segundos.`;
const NOT_WITHDRAWN_YET = 'Se va a retirar del sitio cuando vuelva la señal: hasta entonces se sigue viendo.';

function RecordField({
  entity,
  shown,
  holding,
  now,
  name,
  field,
}: {
  entity: RecordEntity;
  shown: Shown;
  holding: Holding;
  /** The present, ms since the epoch. */
  now: number;
  name: string;
  field: Field;
}) {
  const workspace = useWorkspace();
  const { record, operations } = shown;
  const { confirmChange } = entities[entity] as EntityDeclaration;
  /** The status when the screen was opened. */
  const [first] = useState(record.status);
  const { isOnline } = useWorkspaceState();
  const maySave = useConfirmValue(entity, shown, holding);
  const categories = useCategories();
  const isEnd = entity === 'alert' && name === 'expires';
  const kept = record[name] ?? null;
  const stored = isEnd ? shownEnd(typedRecord('alert', record), now) : kept;
  return (
    <EditField
      name={name}
      place={{ entity, recordId: record.id, field: name }}
      field={withCategories(field, entity, categories, stored)}
      stored={stored}
      operations={operations}
      note={
        name === 'status' && isReadable(entity, { status: first }) && !isReadable(entity, record)
          ? isOnline
            ? WITHDRAWN
            : NOT_WITHDRAWN_YET
          : HINTS[entity]?.(name, record, now)
      }
      confirmChange={confirmChange}
      mayChange={(value) => maySave(name, value)}
      save={async (value, base) => {
        const fault = entity === 'alert' && alertTimesFault(typedRecord('alert', record), name, value);
        if (fault) throw new Refusal(fault);
        // What is proposed is stored nowhere.
        const isProposed = isEnd && !isEndChosen(typedRecord('alert', record));
        await workspace.save(update(entity, record.id, name, value, isProposed ? kept : base));
      }}
    />
  );
}

/** Fields that few people change. */
function MoreFields({
  entity,
  shown,
  holding,
  now,
  fields,
}: {
  entity: RecordEntity;
  shown: Shown;
  holding: Holding;
  /** The present, ms since the epoch. */
  now: number;
  fields: NamedField[];
}) {
  const [isOpen, setOpen] = useState(false);
  const names = fields.map(([name]) => name);
  const isAsked = shown.operations.some((one) => one.field !== undefined && names.includes(one.field) && isParked(one));
  return (
    <Disclosure
      title={(entities[entity] as EntityDeclaration).more?.label ?? ''}
      marks={{ faults: 0, isUnsaved: false, isAsked }}
      fields={names}
      isOpen={isOpen}
      open={() => setOpen(true)}
      close={() => setOpen(false)}
    >
      <div className="form-main">
        {fields.map(([name, field]) => (
          <RecordField key={name} {...{ entity, shown, holding, now }} name={name} field={field} />
        ))}
      </div>
    </Disclosure>
  );
}

type NamedField = [string, Field];

/**
 * Text fields go into the wide column, after those that the form begins with; picked values beside it, and at the end
 * what few people change. Without picked values there is one column.
 */
function split(
  entity: RecordEntity,
  fields: NamedField[],
): [wide: NamedField[], narrow: NamedField[], more: NamedField[]] {
  const { first = [], more } = entities[entity] as EntityDeclaration;
  const isFirst = ([name]: NamedField) => first.includes(name);
  const isMore = ([name]: NamedField) => more?.fields.includes(name) ?? false;
  const isPicked = ([, { kind }]: NamedField) => ['day', 'time', 'moment', 'choice', 'category', 'flag'].includes(kind);
  const others = fields.filter((one) => !isFirst(one) && !isMore(one));
  return [
    [...fields.filter(isFirst), ...others.filter((one) => !isPicked(one))],
    others.filter(isPicked),
    fields.filter(isMore),
  ];
}

type Found = { is: 'loading' | 'elsewhere' | 'gone' } | { is: 'found'; shown: Shown };

/** Loads the record from the device, or from the server if the device does not hold it. */
function useRecord(entity: RecordEntity, id: string): Found {
  const state = useWorkspaceState();
  const held = useStoredRecord(entity, id);
  const shown = held && overlayOne(entity, held.kept, id, held.laid);
  const answer = useServed(entity, id, held !== null && (!shown || held.isRemembered) && state.isOnline);
  if (held?.isRemembered && answer === 'gone') return { is: 'gone' };
  if (shown) return shown.isGone ? { is: 'gone' } : { is: 'found', shown };
  if (!held) return { is: 'loading' };
  if (answer === 'gone') return { is: 'gone' };
  return { is: state.isOnline && answer !== 'unreachable' ? 'loading' : 'elsewhere' };
}

function useServed(entity: RecordEntity, id: string, isWanted: boolean): 'gone' | 'unreachable' | null {
  const workspace = useWorkspace();
  const [answer, setAnswer] = useState<'gone' | 'unreachable' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    fetchRecord(workspace, entity, id).then(
      (isThere) => isCurrent && !isThere && setAnswer('gone'),
      () => isCurrent && setAnswer('unreachable'),
    );
    return () => {
      isCurrent = false;
    };
  }, [workspace, entity, id, isWanted]);
  return answer;
}
