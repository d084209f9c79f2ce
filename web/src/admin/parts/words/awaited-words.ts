import type { RecordType } from '#contract/record-types';
import { isReadable } from '#contract/visibility';
import { isHeld, isParked } from '../../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import { blockerOf } from '../../../offline/outbox/protocol/sending.ts';
import { isPdfUpload } from '../../workspace/new-operations.ts';
import { isOnSite } from '../../workspace/overlay.ts';
import type { Shown } from '../../workspace/overlay.ts';
import type { WorkspaceState } from '../../workspace/workspace.ts';
import { isOwnVersion } from './conflict-words.ts';
import { deedWords, isForbidden } from './operation-words.ts';

/** What a record waits for that looks public on this device, and is not as it looks. */
export interface Awaited {
  /** What the public does not see yet. */
  lack: string;
  /** Why, or what happens next. */
  reason: string;
  /** What its author has to do. */
  advice?: string;
  /** Only its author can go on, it waits for something, or it is on its way at this moment. */
  is: 'asked' | 'waiting' | 'going';
}

/** Returns what a record waits for that was published or given a file here; null if the public sees it so. */
export function awaitedWords(
  type: RecordType,
  shown: Pick<Shown, 'record' | 'served' | 'operations'>,
  state: Pick<WorkspaceState, 'isOnline' | 'session'>,
): Awaited | null {
  if (!isReadable(type, shown.record)) return null;
  const going = shown.operations.filter((operation) => !isHeld(operation));
  if (!isOnSite(type, shown)) {
    const status = going.filter(({ field }) => field === 'status').at(-1);
    return { lack: 'Todavía no está en el sitio', ...publication(going, status, state) };
  }
  const files = going.filter(isUpload);
  const outcome = files.length === 0 ? null : arrival(files, state);
  // A file that is being sent says so itself.
  return outcome && outcome.is !== 'going'
    ? { lack: `El público todavía no ve ${filesWords(files, true)}`, ...outcome }
    : null;
}

type Outcome = Omit<Awaited, 'lack'>;

/** What a change does that makes a record public, and what it did. */
interface Verb {
  does: string;
  did: string;
}
const PUBLISHING: Verb = { does: 'publica', did: 'publicó' };
const ARCHIVING: Verb = { does: 'archiva', did: 'archivó' };

/** @param status the change that publishes the record; undefined where its content does */
function publication(
  going: readonly Operation[],
  status: Operation | undefined,
  state: Pick<WorkspaceState, 'isOnline' | 'session'>,
): Outcome {
  const verb = status?.value === 'Archivado' ? ARCHIVING : PUBLISHING;
  const blocker = status ? blockerOf(going, status) : going.find(isParked);
  if (status && isParked(status)) return { is: 'asked', ...statusFault(status, state.session.user.name, verb) };
  if (blocker) return { is: 'asked', ...faultOf(blocker, `No se ${verb.does}`) };
  const before = status ? going.filter(({ seq }) => seq <= status.seq) : going;
  const files = before.filter(isUpload);
  const away = awayWords(state);
  const condition = [away, files.length > 0 && arrivalOf(files)].filter(Boolean).join(' y ');
  if (condition) return { is: 'waiting', reason: `Se ${verb.does} cuando ${condition}` };
  return before.some(({ lastError }) => lastError) ? DELAYED : { is: 'going', reason: 'Se está enviando' };
}

function arrival(files: readonly Operation[], state: Pick<WorkspaceState, 'isOnline' | 'session'>): Outcome {
  const refused = files.find(isParked);
  if (refused) return { is: 'asked', ...faultOf(refused, 'No llegó') };
  const away = awayWords(state);
  if (away) return { is: 'waiting', reason: `Se envía cuando ${away}` };
  return files.some(({ lastError }) => lastError) ? DELAYED : { is: 'going', reason: 'Se está enviando' };
}

const DELAYED: Outcome = { is: 'waiting', reason: 'El servidor no lo pudo recibir: se vuelve a intentar solo' };

function awayWords({ isOnline, session }: Pick<WorkspaceState, 'isOnline' | 'session'>): string {
  if (session.token === null) return 'vuelvas a ingresar';
  return isOnline ? '' : 'vuelva la señal';
}

const isUpload = ({ kind }: Operation) => kind === 'upload';

/** Says which files a record waits for: `el PDF`, `las 3 imágenes`, `la imagen que subiste`. */
function filesWords(files: readonly Operation[], isOwn = false): string {
  const { length } = files;
  const pdfs = files.filter(isPdfUpload).length;
  const words =
    pdfs === length
      ? length === 1
        ? 'el PDF'
        : `los ${length} PDF`
      : pdfs > 0
        ? `los ${length} archivos`
        : length === 1
          ? 'la imagen'
          : `las ${length} imágenes`;
  return isOwn ? `${words} que subiste` : words;
}
const arrivalOf = (files: readonly Operation[]) => `${files.length === 1 ? 'llegue' : 'lleguen'} ${filesWords(files)}`;

type Fault = Pick<Awaited, 'reason' | 'advice'>;

function statusFault(status: Operation, self: string, { did }: Verb): Fault {
  if (status.status === 'conflict')
    return {
      reason: isOwnVersion(status.theirs?.by ?? '', self)
        ? `No se ${did}: vos también cambiaste el estado, en otra pestaña o dispositivo`
        : `No se ${did}: otra persona también cambió el estado`,
      advice: 'Elegí con cuál seguir',
    };
  if (isForbidden(status)) return { reason: `No se ${did}: el servidor no te lo permite` };
  return { reason: `No se ${did}: el servidor no lo aceptó`, advice: 'Elegí qué hacer' };
}

function faultOf(parked: Operation, outcome: string): Fault {
  if (isUpload(parked))
    return {
      reason: `${outcome}: el servidor rechazó ${filesWords([parked])}`,
      advice: 'Elegí otro archivo, o descartá ese',
    };
  return { reason: `${outcome}: falta que elijas en «${deedWords(parked)}»` };
}
