import { createContext, use, useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { NOTICE_TIME } from '#contract/limits';

export interface Notice {
  text: string;
  tone: 'good' | 'bad';
  /** The error is also shown on the screen itself: the notice closes soon, and does not cover the buttons concerned. */
  isBrief?: boolean;
  /** It was not caused by a press, and waits until the notice before it was read: one success is shown at a time. */
  waits?: boolean;
}
type Notify = (notice: Notice) => void;
/** Errors are also shown elsewhere, so their notices close by themselves too, after enough time to be read. */
const BAD_NOTICE_TIME = 15_000;
interface Board {
  notices: readonly (Notice & { id: number })[];
  drop: (id: number) => void;
}
const NotifyContext = createContext<Notify | null>(null);
const BoardContext = createContext<Board | null>(null);

/**
 * Returns a function that shows a notice, also to screen readers. Notices close by themselves; errors can be dismissed.
 * @throws Error outside of `NoticeProvider`
 */
export function useNotices(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error('no NoticeProvider');
  return notify;
}

/** Returns a function that does work and tells the person why if it fails. Resolves to whether it succeeded. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const notify = useNotices();
  return useCallback(
    (work) =>
      work().then(
        () => true,
        (error: Error) => {
          notify({ tone: 'bad', text: error.message });
          return false;
        },
      ),
    [notify],
  );
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<(Notice & { id: number })[]>([]);
  const last = useRef(0);
  // The success that the person is reading, and what waits for its end.
  const reading = useRef<number | null>(null);
  const waiting = useRef<Notice[]>([]);
  const drop = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  const notify = useCallback<Notify>(
    function show(notice) {
      if (notice.waits && reading.current !== null) return void waiting.current.push(notice);
      const id = ++last.current;
      if (notice.tone === 'good' && !notice.waits) reading.current = id;
      // The same text is shown only once.
      setNotices((all) => [...all.filter((one) => one.text !== notice.text).slice(-2), { ...notice, id }]);
      setTimeout(
        () => {
          drop(id);
          if (reading.current !== id) return;
          reading.current = null;
          waiting.current.splice(0).forEach(show);
        },
        notice.tone === 'good' || notice.isBrief ? NOTICE_TIME : BAD_NOTICE_TIME,
      );
    },
    [drop],
  );
  const board = useMemo(() => ({ notices, drop }), [notices, drop]);
  return (
    <NotifyContext value={notify}>
      <BoardContext value={board}>
        {children}
        <Notices className="notices" tone="bad" />
      </BoardContext>
    </NotifyContext>
  );
}

/** Success notices, in the top bar where they cover no controls. */
export const SuccessNotices = () => <Notices className="top-notices" tone="good" />;

function Notices({ className, tone }: { className: string; tone: Notice['tone'] }) {
  const { notices, drop } = use(BoardContext) ?? { notices: [], drop: () => {} };
  return (
    <div className={className} role="status" aria-live="polite">
      {notices
        .filter((one) => one.tone === tone)
        .map(({ id, text, isBrief }) => (
          <p key={id} className={`notice notice-${tone}`}>
            <span>{text}</span>
            {tone === 'bad' && !isBrief && (
              <button className="quiet-button" type="button" onClick={() => drop(id)}>
                Cerrar<span className="hidden-text"> aviso: {text}</span>
              </button>
            )}
          </p>
        ))}
    </div>
  );
}
