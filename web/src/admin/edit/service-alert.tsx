import { useRef } from 'react';
import { alertName, endOf, startOf } from '#contract/calendar/alerts';
import { WEATHER_SERVICE } from '#contract/calendar/weather-service';
import { dayAt, momentRange } from '#contract/values/dates';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { usePresent } from '../parts/use-present.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { unsentWords } from './alert-bar.tsx';
import { hiding, showingAgain } from './alert-changes.ts';
import { saveAlertChange } from './save-alert-change.ts';
import type { AlertChange } from './save-alert-change.ts';

/** What the weather service says in an alert of its own: staff read it, and only the service changes it. */
export function ServiceWords({ record, now }: { record: Fields; now: number }) {
  const alert = typedRecord('alert', record);
  const { headline, area, instruction, description } = alert;
  const lines = [
    ['Nivel', alertName(alert)],
    ['Qué pasa', headline],
    ['Dónde', area],
    ['Cuándo', momentRange(startOf(alert), endOf(alert), dayAt(now))],
    ['Qué hacer', instruction],
    ['Descripción', description],
  ];
  return (
    <section aria-label={WEATHER_SERVICE}>
      <p className="aside">
        Esto lo dice el {WEATHER_SERVICE}, que también lo cambia y lo termina. Acá podés agregarle algo del municipio, u
        ocultarla.
      </p>
      <dl className="account">
        {lines
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** At the foot of the edit screen of such an alert: one press hides it, for a reason, and shows it again. */
export function ServiceAlertBar({ shown }: { shown: Shown }) {
  const { record } = shown;
  const present = usePresent();
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const status = useRef<HTMLParagraphElement>(null);
  const isShown = record.status === 'Publicado';
  const lacksReason = isShown && !record.hiddenFor;
  async function save(make: AlertChange): Promise<void> {
    // The button is gone afterwards: the focus moves from it to what is then said.
    if (await attempt(() => saveAlertChange(workspace, shown, make, present)))
      status.current?.focus({ preventScroll: true });
  }
  return (
    <div className="alert-bar">
      <p ref={status} role="status" tabIndex={-1}>
        {unsentWords(shown, useWorkspaceState()) ?? serviceWords(record, present())}
      </p>
      <p className="buttons">
        <button
          className={isShown ? 'button quiet' : 'button'}
          type="button"
          aria-disabled={isBusy || lacksReason}
          onClick={() => !lacksReason && void run(() => save(isShown ? hiding : showingAgain))}
        >
          {isShown ? 'Ocultar alerta' : 'Volver a mostrar'}
        </button>
      </p>
    </div>
  );
}

/** Returns what is so of an alert of the service, and what hiding it needs. */
export function serviceWords(record: Fields, now: number): string {
  const { status, hiddenFor } = record;
  if (status === 'Publicado' && endOf(typedRecord('alert', record)) <= now)
    return 'Ya terminó: en el sitio no se ve más como vigente.';
  if (status !== 'Publicado') return `No se ve en el sitio.${hiddenFor ? ` Motivo: ${String(hiddenFor)}` : ''}`;
  return hiddenFor
    ? 'Se ve en el sitio. Ya escribiste por qué ocultarla: falta tocar «Ocultar alerta».'
    : 'Se ve en el sitio. Para ocultarla, escribí primero por qué.';
}
