import { useRef } from 'react';
import { endOf } from '#contract/alerts';
import { atMoment, longMoment } from '#contract/values/dates';
import { typedRecord } from '../../offline/store/stored-record.ts';
import { operationOf } from '../field/field-state.ts';
import { useAttempt } from '../ui/notices.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { useConfirmPublish } from '../unsaved/questions.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { saveAlertChange } from './save-alert-change.ts';
import type { AlertChange } from './save-alert-change.ts';
import { ending, publication, publishedTimes, renewal, renewedEnd, standingOf } from './alert-changes.ts';
import { usePresent } from './use-present.ts';

/** At the foot of an alert's edit screen: one press publishes, prolongs or ends it, with or without a signal. */
export function AlertBar({ shown: { record, operations } }: { shown: Shown }) {
  const present = usePresent();
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const mayPublish = useConfirmPublish('alert', record);
  const now = present();
  const standing = standingOf(record, now);
  const status = useRef<HTMLParagraphElement>(null);
  const save = (make: AlertChange) => attempt(() => saveAlertChange(workspace, record, make, present));
  /** Saves like a button that is gone afterwards: the focus moves from it to what is then said. */
  async function saveFinally(make: AlertChange): Promise<void> {
    if (await save(make)) status.current?.focus({ preventScroll: true });
  }
  async function publish(): Promise<void> {
    if (await mayPublish('Publicado')) await saveFinally(publication);
  }
  const isPublished = record.status === 'Publicado';
  const isSent = operationOf('status', operations) === undefined;
  const words = {
    blank: isPublished ? 'Está publicada, pero no se ve: escribí qué pasa.' : 'Escribí qué pasa.',
    draft: `Todo listo. Va a verse hasta el ${when(publishedTimes(record, now).expires)}.`,
    shown: isSent
      ? `Publicada. Termina el ${longMoment(endOf(typedRecord('alert', record)))}.`
      : 'Todavía no se envió: se publica cuando salga de este dispositivo.',
    over: `Terminó el ${longMoment(endOf(typedRecord('alert', record)))}.`,
  }[standing];
  return (
    <div className="alert-bar">
      <p ref={status} role="status" tabIndex={-1}>
        {words}
      </p>
      <p className="buttons">
        {!isPublished && (
          <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(publish)}>
            Publicar alerta
          </button>
        )}
        {(standing === 'shown' || standing === 'over') && (
          <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(() => save(renewal))}>
            Renovar hasta el {when(renewedEnd(record, now))}
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

const when = (moment: string) => longMoment(atMoment(moment));
