import { createContext, use, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { NOTICE_TIME } from '#contract/limits';

export interface Notice {
  text: string;
  tone: 'good' | 'bad';
  /** Bad news that stands on the screen already: it leaves soon, and does not lie on the buttons that it speaks of. */
  isBrief?: boolean;
}
type Tell = (notice: Notice) => void;
/** What a bad notice says stands elsewhere too, so it may leave as well; it gets time to be read. */
const BAD_NOTICE_TIME = 15_000;
const NoticeContext = createContext<Tell | null>(null);

/** Tells what has happened, in a corner and to screen readers; it leaves by itself, and can be put away before. */
export function useNotices(): Tell {
  const tell = use(NoticeContext);
  if (!tell) throw new Error('outside the back office');
  return tell;
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<(Notice & { id: number })[]>([]);
  const last = useRef(0);
  const drop = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  const tell = useCallback<Tell>((notice) => {
    const id = ++last.current;
    // The same words twice are said once.
    setNotices((all) => [...all.filter((one) => one.text !== notice.text).slice(-2), { ...notice, id }]);
    setTimeout(() => drop(id), notice.tone === 'good' || notice.isBrief ? NOTICE_TIME : BAD_NOTICE_TIME);
  }, [drop]);
  return (
    <NoticeContext value={tell}>
      {children}
      <div className="notices" role="status" aria-live="polite">
        {notices.map(({ id, text, tone, isBrief }) => (
          <p key={id} className={`notice notice-${tone}`}>
            <span>{text}</span>
            {tone === 'bad' && !isBrief && <button className="quiet-button" type="button" onClick={() => drop(id)}>Cerrar<span className="hidden-text"> aviso: {text}</span></button>}
          </p>
        ))}
      </div>
    </NoticeContext>
  );
}
