import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';

/** Link from an edit screen to the record's history. */
export function HistoryLink({ type, id, of }: { type: string; id: string; of?: string }) {
  return (
    <Link className="button quiet" to={admin.historyOf(type, id)}>
      Historial{of && ` ${of}`}
    </Link>
  );
}
