import { useRef } from 'react';
import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';
import { endOf, startOf } from '#contract/calendar/alerts';
import type { Site } from '#contract/town/documents';
import { atMoment, dayAt, nearMoment } from '#contract/values/dates';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useConfirmPublish } from '../changes/questions.ts';
import { useRefusedLabel } from '../changes/texts.ts';
import { currentRecord } from '../workspace/current-record.ts';
import { isOnSite } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useDocument } from '../workspace/use-document.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import type { WorkspaceState } from '../workspace/workspace.ts';
import { awaitedWords } from '../parts/words/awaited-words.ts';
import { MessagePreview } from './message-preview.tsx';
import { afterWords, beforeWords } from './reach-words.ts';
import { useReach } from './use-reach.ts';
import { saveAlertChange } from './save-alert-change.ts';
import type { AlertChange } from './save-alert-change.ts';
import { ending, publication, publishedTimes, renewal, renewedEnd, standingOf } from './alert-changes.ts';
import { usePresent } from '../parts/use-present.ts';

/** At the foot of an alert's edit screen: one press publishes, prolongs or ends it, with or without a signal. */
export function AlertBar({ shown }: { shown: Shown }) {
  const { record } = shown;
  const present = usePresent();
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const confirm = useConfirm();
  const [isBusy, run] = useBusy();
  const mayPublish = useConfirmPublish('alert', shown);
  const now = present();
  const near = (at: number) => nearMoment(at, dayAt(now));
  const standing = standingOf(record, now);
  const status = useRef<HTMLParagraphElement>(null);
  const save = (make: AlertChange) => attempt(() => saveAlertChange(workspace, shown, make, present));
  /** Saves like a button that is gone afterwards: the focus moves from it to what is then said. */
  async function saveFinally(make: AlertChange): Promise<void> {
    if (await save(make)) status.current?.focus({ preventScroll: true });
  }
  const isPublished = record.status === 'Publicado';
  const isOn = isOnSite('alert', shown);
  const reach = useReach(record.id, isPublished);
  const site = useDocument('site')?.record as Site | undefined;
  /** Shows what goes to the phones, and asks: it cannot be taken back. An alert that says nothing goes to nobody. */
  async function maySend(): Promise<boolean> {
    const { record: stored } = await currentRecord(workspace, 'alert', shown);
    if (stored.headline === '') return true;
    const alert = { ...typedRecord('alert', stored), ...publishedTimes(stored, present()) };
    return confirm({
      title: 'Publicar y avisar',
      text: beforeWords(reach?.phones ?? null),
      detail: <MessagePreview alert={alert} sender={site?.name ?? ''} />,
      ...(startOf(alert) > present() && { note: `El aviso sale ${near(startOf(alert))}, cuando empieza.` }),
      accept: 'Publicar y avisar',
    });
  }
  async function publish(): Promise<void> {
    if ((await mayPublish('Publicado')) && (await maySend())) await saveFinally(publication);
  }
  const refused = useRefusedLabel('alert', record.id);
  const unsent = unsentWords(shown, useWorkspaceState());
  const until = renewedEnd(record, now);
  const coming = publishedTimes(record, now);
  const isProposed = coming.expires !== record.expires;
  const proposed = isProposed ? ', como propone la gravedad' : '';
  const words = {
    blank: isPublished ? 'Está publicada, pero no se ve: escribí qué pasa.' : 'Escribí qué pasa.',
    draft: `Todo listo. Va a verse hasta ${near(atMoment(coming.expires))}${proposed}.`,
    shown: unsent ?? `Publicada. Termina ${near(endOf(typedRecord('alert', record)))}. ${afterWords(reach)}`,
    over: unsent ?? `Terminó ${near(endOf(typedRecord('alert', record)))}. ${afterWords(reach)}`,
  };
  return (
    <div className="alert-bar">
      <p ref={status} role="status" tabIndex={-1}>
        {refused === null ? words[standing] : `Corregí «${refused}»: así como está no se puede guardar.`}
      </p>
      <p className="buttons">
        {!isPublished && (
          <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(publish)}>
            Publicar alerta
          </button>
        )}
        {((standing === 'shown' && isOn) || standing === 'over') && (
          <button
            className="button"
            type="button"
            aria-disabled={isBusy}
            onClick={() => void run(() => save(renewal(until)))}
          >
            Renovar hasta {near(atMoment(until))}
          </button>
        )}
        {standing === 'shown' && isOn && (
          <button
            className="button quiet"
            type="button"
            aria-disabled={isBusy}
            onClick={() => void run(() => saveFinally(ending))}
          >
            Terminar ahora
          </button>
        )}
        {standing === 'shown' && !isOn && (
          <Link className="button quiet" to={admin.pending()}>
            Ver lo que falta enviar
          </Link>
        )}
      </p>
    </div>
  );
}

/** Says that residents do not see it so yet, because the device has not sent it; otherwise null. */
export function unsentWords(shown: Shown, state: Pick<WorkspaceState, 'isOnline' | 'session'>): string | null {
  const { operations } = shown;
  const { isOnline } = state;
  if (!operations.some(({ field }) => field === 'status' || field === 'expires')) return null;
  if (operations.some(isParked)) return 'El público todavía no lo ve así: hay un cambio que necesita que elijas.';
  if (!isOnline) return 'Todavía no se envió: el público lo va a ver así cuando salga de este dispositivo.';
  const awaited = awaitedWords('alert', shown, state);
  return awaited && `${awaited.lack}. ${awaited.reason}.`;
}
