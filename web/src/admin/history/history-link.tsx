import { Link } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';

/** The way from where something is edited to what was done to it. */
export function HistoryLink({ type, id, of }: { type: string; id: string; of?: string }) {
  return (
    <Link className="button quiet" to={admin.historyOf(type, id)}>
      Historial{of && ` ${of}`}
    </Link>
  );
}
