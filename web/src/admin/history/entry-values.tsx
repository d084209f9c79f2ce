import { useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { useCategories } from '../workspace/categories-provider.tsx';
import { differences } from '../parts/differences.ts';
import type { Piece } from '../parts/differences.ts';
import { useWhole } from './use-history.ts';
import { valuesOf } from '../parts/words/history-words.ts';
import { useAttempt } from '../parts/notices.tsx';

/**
 * Shows the old and new value of an entry, with the differences marked.
 * @param children renders what follows the old value, from the entry with its full values
 */
export function HistoryValues({
  entry,
  children,
}: {
  entry: HistoryEntry;
  children: [(whole: HistoryEntry) => ReactNode, ReactNode];
}) {
  const [fetched, setFetched] = useState<HistoryEntry | null>(null);
  const wholeOf = useWhole();
  const attempt = useAttempt();
  const categories = useCategories();
  const [below, always] = children;
  if (entry.action === 'create' || entry.action === 'delete') return always;
  const whole = entry.isLong ? fetched : entry;
  if (!whole) {
    return (
      <p className="buttons">
        <button
          className="button quiet"
          type="button"
          onClick={() => void attempt(async () => setFetched(await wholeOf(entry)))}
        >
          Ver los valores
        </button>
      </p>
    );
  }
  if (whole.before === null && whole.after === null) return always;
  const values = valuesOf(whole, categories);
  const pieces = differences(values.before, values.after);
  return (
    <>
      <div className="versions">
        <section className="version">
          <h3>Antes</h3>
          <Marked pieces={pieces.mine} as="del" />
          {below(whole)}
        </section>
        <section className="version">
          <h3>Después</h3>
          <Marked pieces={pieces.theirs} as="ins" />
        </section>
      </div>
      {always}
    </>
  );
}

function Marked({ pieces, as: Mark }: { pieces: Piece[]; as: 'del' | 'ins' }) {
  return (
    <p className="version-text">
      {pieces.length === 0 && '(vacío)'}
      {/* The pieces have no identity of their own. */}
      {pieces.map(({ text, isCommon }, at) => (isCommon ? text : <Mark key={`${at} ${text}`}>{text}</Mark>))}
    </p>
  );
}
