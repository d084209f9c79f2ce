import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '../parts/use-query.ts';
import { Link } from '../../components/link.tsx';
import type { RecordEntity, RecordType } from '#contract/record-types';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { isEntity } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { calls, historyQuery } from '#contract/addresses/calls';
import { mayEdit } from '#contract/roles';
import { isReadable } from '#contract/visibility';
import { useConfirm } from '../parts/confirm.tsx';
import type { Question } from '../parts/confirm.tsx';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState, useRead } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fetchRecord } from '../workspace/fetch-record.ts';
import { Download } from './download.tsx';
import { useHistory, useWhole } from './use-history.ts';
import type { HistoryState } from './use-history.ts';
import { restoration, recovery } from '../changes/restore.ts';
import { changesSince, emptiedBy, emptiedWords, wholeRestoration } from '../changes/restore-whole.ts';
import { useBusy } from '../parts/use-busy.ts';
import { HistoryValues } from './entry-values.tsx';
import { authorWords, doneWords, pointWords, recordWords, whenWords } from '../parts/words/history-words.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { heldOf, overlayOne } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { editScreen, fieldOf } from '../parts/words/operation-words.ts';
import { useTitle } from '../parts/use-title.ts';

/** The latest changes of all records, or the deleted records, with buttons to restore them. */
export function HistoryScreen() {
  const query = useQuery();
  const deleted = query.get('ver') === 'eliminados';
  const history = useHistory(deleted ? 'deleted' : 'latest', (before) =>
    calls.history(historyQuery.page({ before, deleted })),
  );
  useTitle('Historial');
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Historial</h1>
        <Download
          isAll
          csv={calls.historyExport(historyQuery.format('csv'))}
          json={calls.historyExport(historyQuery.format('json'))}
        />
      </div>
      <nav className="history-views" aria-label="Qué se muestra">
        <Link to={admin.history()} aria-current={deleted ? undefined : 'page'}>
          Últimos cambios
        </Link>
        <Link to={`${admin.history()}?ver=eliminados`} aria-current={deleted ? 'page' : undefined}>
          Eliminados
        </Link>
      </nav>
      <Entries
        history={history}
        empty={deleted ? 'No se eliminó nada.' : 'Todavía no se cambió nada.'}
        isNamed
        draw={(entry) => (deleted ? <Recovery entry={entry} /> : null)}
      />
    </>
  );
}

/** The history of one record, with buttons to restore earlier values. */
export function RecordHistoryScreen({ type, id }: { type: string; id: string }) {
  const history = useHistory(`${type} ${id}`, (before) => calls.historyOf(type, id, historyQuery.page({ before })));
  const {
    session: { user },
  } = useWorkspaceState();
  const first = history.is === 'loaded' ? history.items[0] : undefined;
  const record = useCurrentValues(type, id, first?.entry);
  const name = recordWords({ type, name: first?.name ?? '' });
  const screen = first?.isDeleted ? null : editScreen(type, id);
  useTitle(`Historial: ${name}`);
  const mayChange = type !== 'user' && mayEdit(user.usergroup, type as RecordType);
  return (
    <>
      <p>
        <Link className="back" to={screen ?? admin.history()}>
          Volver
        </Link>
      </p>
      <div className="screen-head">
        <h1 tabIndex={-1}>Historial: {name}</h1>
        <Download
          csv={calls.historyExportOf(type, id, historyQuery.format('csv'))}
          json={calls.historyExportOf(type, id, historyQuery.format('json'))}
        />
      </div>
      <Entries
        history={history}
        empty="De este registro no hay historial."
        draw={(entry) => (
          <HistoryValues entry={entry}>
            {(whole) => mayChange && record && <Back entry={whole} point={pointOf(entry, history)} record={record} />}
            {entry === first ? (
              <Recovery entry={entry} />
            ) : (
              mayChange && record && <WholeBack entry={entry} history={history} record={record} />
            )}
          </HistoryValues>
        )}
      />
    </>
  );
}

function Entries({
  history,
  empty,
  isNamed = false,
  draw,
}: {
  history: HistoryState & { again: () => void };
  empty: string;
  isNamed?: boolean;
  draw: (entry: HistoryEntry) => ReactNode;
}) {
  if (history.is === 'loading')
    return (
      <p className="loading" role="status">
        Cargando…
      </p>
    );
  if (history.is === 'failed') {
    return (
      <div className="empty">
        <p role="alert">{history.message}</p>
        <button className="button quiet" type="button" onClick={history.again}>
          Probar otra vez
        </button>
      </div>
    );
  }
  return (
    <>
      {history.failure && (
        <p className="aside" role="status">
          {history.failure}{' '}
          <button className="button quiet" type="button" onClick={history.again}>
            Probar otra vez
          </button>
        </p>
      )}
      {history.items.length === 0 && <p className="empty">{empty}</p>}
      <ol className="history">
        {history.items.map((entry) => (
          <li key={entry.entry}>
            {isNamed && (
              <h2>
                <Link to={admin.historyOf(entry.type, entry.id)}>{recordWords(entry)}</Link>
              </h2>
            )}
            <p>
              <strong>{authorWords(entry)}</strong> {doneWords(entry)}{' '}
              <time dateTime={entry.at}>{whenWords(entry.at)}</time>
            </p>
            {draw(entry)}
          </li>
        ))}
      </ol>
      {history.more && (
        <p className="buttons">
          <button className="button quiet" type="button" onClick={history.more}>
            Ver más
          </button>
        </p>
      )}
    </>
  );
}

/** Names an entry so that no other one of the list is named so. */
const pointOf = (entry: HistoryEntry, history: HistoryState) =>
  pointWords(entry, history.is === 'loaded' ? history.items : []);

/**
 * Button that restores the value from before an entry.
 * @param point names the entry
 */
function Back({ entry, point, record }: { entry: HistoryEntry; point: string; record: Fields }) {
  const keep = useKeep();
  const operations = restoration(entry, record);
  if (operations.length === 0) return null;
  return (
    <p className="buttons">
      <button
        className="button quiet"
        type="button"
        onClick={() =>
          void keep(
            operations,
            `¿Volver al valor de antes del cambio del ${whenWords(entry.at)}? ` +
              `Queda como un cambio nuevo${seenWords(entry.type, record, operations)}.`,
            record,
          )
        }
      >
        Volver a este valor<span className="hidden-text"> (el de antes: {point})</span>
      </button>
    </p>
  );
}

/** What a person who goes back should know of a record that is public, or becomes so with its former status. */
export function seenWords(type: string, record: Fields, operations: readonly UnsignedOperation[] = []): string {
  if (isReadable(type as RecordType, record)) return ', que el público ve enseguida';
  const status = operations.find(({ kind, field }) => kind === 'update' && field === 'status');
  const isComing = status !== undefined && isReadable(type as RecordType, { ...record, status: status.value ?? null });
  return isComing ? ', y el público lo va a poder leer' : '';
}

/** Button that brings the whole record back to how it was after an entry. */
function WholeBack({ entry, history, record }: { entry: HistoryEntry; history: HistoryState; record: Fields }) {
  const keep = useKeep();
  const wholeOf = useWhole();
  const notify = useNotices();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const later = history.is === 'loaded' ? changesSince(entry, history.items, record, history.more !== null) : null;
  if (later === null) return null;
  const day = whenWords(entry.at);

  const goBack = () =>
    attempt(async () => {
      const operations = wholeRestoration(entry.at, await Promise.all(later.map(wholeOf)), record);
      if (operations.length === 0) return notify({ tone: 'good', text: `Ya está como el ${day}` });
      const names = [...new Set(operations.map(({ field, entity }) => fieldName(entity, field)))].join(', ');
      await keep(
        operations,
        `¿Volver todo a como estaba el ${day}? Cambia: ${names}. El estado queda como está, y también las imágenes y ` +
          `los PDF que se agregaron después. Son cambios nuevos${seenWords(entry.type, record)}.`,
        record,
      );
    });
  return (
    <p className="buttons">
      <button className="link-button" type="button" aria-disabled={isBusy} onClick={() => void run(goBack)}>
        Volver todo a como quedó acá<span className="hidden-text"> ({pointOf(entry, history)})</span>
      </button>
    </p>
  );
}

const LIST_NAMES = new Map([
  ['labels', 'Etiquetas'],
  ['videos', 'Videos'],
  ['image', 'Imagen'],
  ['pdf', 'PDF'],
]);
const fieldName = (entity: string, field: string | undefined) =>
  fieldOf(entity, field)?.label ?? LIST_NAMES.get(field ?? '') ?? 'Imágenes y PDF';

/** Button that recreates a deleted record. */
function Recovery({ entry }: { entry: HistoryEntry }) {
  const keep = useKeep();
  const wholeOf = useWhole();
  const attempt = useAttempt();
  const {
    session: { user },
    waiting,
    landed,
  } = useWorkspaceState();
  const [isRecovered, setRecovered] = useState(false);
  const isComing = [...waiting, ...landed].some(
    ({ kind, entity, recordId }) => kind === 'create' && entity === entry.type && recordId === entry.id,
  );
  if (
    entry.action !== 'delete' ||
    !isEntity(entry.type) ||
    entry.type === 'user' ||
    !mayEdit(user.usergroup, entry.type)
  )
    return null;
  if (!entry.isDeleted || isRecovered || isComing)
    return (
      <p className="aside">
        Recuperado. <Link to={editScreen(entry.type, entry.id) ?? admin.history()}>Abrir</Link>
      </p>
    );

  if (entry.before === null && !entry.isLong)
    return <p className="aside">Ya no se puede recuperar: el historial de entonces se acortó.</p>;

  const recover = () =>
    attempt(async () => {
      const whole = await wholeOf(entry);
      if (
        await keep(
          recovery(whole),
          `¿Recuperar ${recordWords(entry)} como estaba? Vuelve con su estado de entonces.`,
          null,
        )
      )
        setRecovered(true);
    });
  return (
    <p className="buttons">
      <button className="button" type="button" onClick={() => void recover()}>
        Recuperar
      </button>
    </p>
  );
}

/**
 * Returns a function that asks for confirmation and adds operations to the outbox in order. What they leave empty is
 * said first. `record` is the current one, null if there is none.
 */
function useKeep(): (operations: UnsignedOperation[], question: string, record: Fields | null) => Promise<boolean> {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  return async (operations, question, record) => {
    if (!(await confirm(questionOf(operations, question, record)))) return false;
    return attempt(() => saveTogether(workspace, operations));
  };
}

function questionOf(operations: UnsignedOperation[], text: string, record: Fields | null): Question {
  const emptied = record ? emptiedBy(operations) : [];
  const [first] = operations;
  if (!first || !record || emptied.length === 0) return { text };
  const isSeen = isReadable(first.entity as RecordType, record);
  return {
    title: emptiedWords(emptied),
    text: isSeen ? `Esto está publicado: si seguís, el público lo va a ver así. ${text}` : text,
    accept: 'Guardar vacío',
    isRemoval: true,
  };
}

/** Saves the changes of a record so that its fields change at once, unless the person holds others of it. */
async function saveTogether(workspace: Workspace, operations: UnsignedOperation[]): Promise<void> {
  const [first] = operations;
  const isOne = first !== undefined && operations.every(({ kind }) => kind === 'update') && operations.length > 1;
  if (!isOne || heldOf(workspace.state().waiting, first.entity, first.recordId).length > 0)
    return workspace.saveAll(operations);
  await workspace.saveAll(operations.map((operation) => ({ ...operation, isHeld: true })));
  await workspace.outbox.release(first.entity, first.recordId);
}

/**
 * Returns the record's current values with pending changes applied; null if it was deleted or cannot be loaded. The
 * device may not have received the changes that its history lists, so the record is fetched with the history.
 * @param newest number of the newest entry of its history; undefined while that is loading
 */
function useCurrentValues(type: string, id: string, newest: number | undefined): Fields | null {
  const workspace = useWorkspace();
  const [fetched, setFetched] = useState('');
  const isHeld = type !== 'user';
  const stored = useRead(`history ${type} ${id}`, async (store) => (isHeld ? store.one(type as RecordType, id) : null));
  const shown = stored && isHeld ? overlayOne(type as RecordType, stored.value, id, stored.laid) : null;
  const isFetched = isEntity(type) && isHeld;
  const key = `${type} ${id}`;
  useEffect(() => {
    if (!isFetched || newest === undefined) return;
    let isCurrent = true;
    fetchRecord(workspace, type as RecordEntity, id)
      .catch(() => {})
      .finally(() => isCurrent && setFetched(key));
    return () => {
      isCurrent = false;
    };
  }, [workspace, type, id, key, isFetched, newest]);
  if (isFetched && fetched !== key) return null;
  return shown && !shown.isGone ? shown.record : null;
}
