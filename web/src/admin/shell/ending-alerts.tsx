import { Link } from '../../components/link.tsx';
import { endOf } from '#contract/calendar/alerts';
import { admin } from '#contract/addresses/pages';
import { atMoment, dayAt, nearMoment } from '#contract/values/dates';
import { typedRecord } from '../../offline/store/stored-record.ts';
import { nameOf } from '../parts/words/record-words.ts';
import { focusHeading } from '../parts/focus/focus-heading.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { overlay } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useRead, useWorkspace } from '../workspace/workspace.ts';
import { endsSoon, renewal, renewedEnd } from '../edit/alert-changes.ts';
import { saveAlertChange } from '../edit/save-alert-change.ts';
import { usePresent } from '../parts/use-present.ts';

/** On every screen of the back office: which alerts are about to end, with one press to prolong each. */
export function EndingAlerts() {
  const present = usePresent();
  const read = useRead('alerts', (store) => store.all('alert'));
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  /** The row is gone afterwards, and its button with it. */
  async function renew(shown: Shown, until: string): Promise<void> {
    if (await attempt(() => saveAlertChange(workspace, shown, renewal(until), present))) focusHeading();
  }
  const now = present();
  const ending = read
    ? overlay('alert', read.value, read.laid).filter(({ isGone, record }) => !isGone && endsSoon(record, now))
    : [];
  return ending.map((shown) => {
    const { record } = shown;
    const until = renewedEnd(record, now);
    return (
      <p key={record.id} className="refused ending" role="status">
        <span>
          La alerta <Link to={admin.edit('alert', record.id)}>«{nameOf('alert', record)}»</Link> termina{' '}
          {nearMoment(endOf(typedRecord('alert', record)), dayAt(now))}.
        </span>
        <button
          className="button quiet"
          type="button"
          aria-disabled={isBusy}
          onClick={() => void run(() => renew(shown, until))}
        >
          Renovar hasta {nearMoment(atMoment(until), dayAt(now))}
        </button>
      </p>
    );
  });
}
