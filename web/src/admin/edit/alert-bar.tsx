import { useRef } from 'react';
import { endOf } from '#contract/calendar/alerts';
import { atMoment, longMoment } from '#contract/values/dates';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useConfirmPublish } from '../changes/questions.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { saveAlertChange } from './save-alert-change.ts';
import type { AlertChange } from './save-alert-change.ts';
import { ending, publication, publishedTimes, renewal, renewedEnd, standingOf } from './alert-changes.ts';
import { usePresent } from './use-present.ts';

/** At the foot of an alert's edit screen: one press publishes, prolongs or ends it, with or without a signal. */
export function AlertBar({ shown }: { shown: Shown }) {
  const { record } = shown;
  const present = usePresent();
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const mayPublish = useConfirmPublish('alert', shown);
  const now = present();
  const standing = standingOf(record, now);
  const status = useRef<HTMLParagraphElement>(null);
  const save = (make: AlertChange) => attempt(() => saveAlertChange(workspace, shown, make, present));
  /** Saves like a button that is gone afterwards: the focus moves from it to what is then said. */
  async function saveFinally(make: AlertChange): Promise<void> {
    if (await save(make)) status.current?.focus({ preventScroll: true });
  }
  async function publish(): Promise<void> {
    if (await mayPublish('Publicado')) await saveFinally(publication);
  }
  const isPublished = record.status === 'Publicado';
  const unsent = useUnsentWords(shown);
  const until = renewedEnd(record, now);
  const words = {
    blank: isPublished ? 'Está publicada, pero no se ve: escribí qué pasa.' : 'Escribí qué pasa.',
    draft: `Todo listo. Va a verse hasta el ${when(publishedTimes(record, now).expires)}.`,
    shown: unsent ?? `Publicada. Termina el ${longMoment(endOf(typedRecord('alert', record)))}.`,
    over: unsent ?? `Terminó el ${longMoment(endOf(typedRecord('alert', record)))}.`,
  };
  return (
    <div className="alert-bar">
      <p ref={status} role="status" tabIndex={-1}>
        {words[standing]}
      </p>
      <p className="buttons">
        {!isPublished && (
          <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(publish)}>
            Publicar alerta
          </button>
        )}
        {(standing === 'shown' || standing === 'over') && (
          <button
            className="button"
            type="button"
            aria-disabled={isBusy}
            onClick={() => void run(() => save(renewal(until)))}
          >
            Renovar hasta el {when(until)}
          </button>
        )}
        {standing === 'shown' && (
          <button
            className="button quiet"
            type="button"
            aria-disabled={isBusy}
            onClick={() => void run(() => saveFinally(ending))}
          >
            Terminar ahora
          </button>
        )}
      </p>
    </div>
  );
}

/** Says that residents do not see it so yet, because the device could not send it; otherwise null. */
function useUnsentWords({ operations }: Shown): string | null {
  const { isOnline } = useWorkspaceState();
  if (!operations.some(({ field }) => field === 'status' || field === 'expires')) return null;
  if (operations.some(isParked)) return 'El público todavía no lo ve así: hay un cambio que necesita que elijas.';
  return isOnline ? null : 'Todavía no se envió: el público lo va a ver así cuando salga de este dispositivo.';
}

const when = (moment: string) => longMoment(atMoment(moment));
