import { createContext, use, useCallback, useId, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { NOTICE_TIME } from '#contract/limits';
import { createListeners } from '../../browser/listeners.ts';

export interface Notice {
  text: string;
  tone: 'good' | 'bad';
  /** What was tried. What is said of it later takes the place of this notice, and trying it again withdraws it. */
  about?: string;
  /** The error is also shown on the screen itself: the notice closes soon, and does not cover the buttons concerned. */
  isBrief?: boolean;
  /** It was not caused by a press, and waits until the notice before it was read: one success is shown at a time. */
  waits?: boolean;
}
type Shown = Notice & { id: number };
/** Errors are also shown elsewhere, so their notices close by themselves too, after enough time to be read. */
const BAD_NOTICE_TIME = 15_000;
/** Maximum number of notices shown at a time. */
const MOST_NOTICES = 3;
const BoardContext = createContext<Board | null>(null);

function useBoard(): Board {
  const board = use(BoardContext);
  if (!board) throw new Error('no NoticeProvider');
  return board;
}

/**
 * Returns a function that shows a notice, also to screen readers. Notices close by themselves; errors can be dismissed.
 * @throws Error outside of `NoticeProvider`
 */
export const useNotices = () => useBoard().notify;

/** Returns a function that takes back what is shown about something that is tried again, or is over. */
export const useWithdrawal = () => useBoard().withdraw;

/**
 * Returns a function that does work and tells the person why if it fails, until they try it again. Resolves to whether
 * it succeeded.
 * @param words why, where the error itself says nothing to a person
 */
export function useAttempt(words?: string): (work: () => Promise<unknown>) => Promise<boolean> {
  const { notify, withdraw } = useBoard();
  const about = useId();
  return useCallback(
    (work) => {
      withdraw(about);
      return work().then(
        () => true,
        (error: Error) => {
          notify({ tone: 'bad', about, text: words ?? error.message });
          return false;
        },
      );
    },
    [notify, withdraw, about, words],
  );
}

type Board = ReturnType<typeof createBoard>;

/** The notices that are shown now, and those that wait for the success that the person is reading. */
export function createBoard() {
  const listeners = createListeners();
  let shown: readonly Shown[] = [];
  let last = 0;
  let reading: number | null = null;
  let waiting: Notice[] = [];
  function show(next: readonly Shown[]): void {
    shown = next;
    listeners.call();
  }
  const drop = (id: number) => show(shown.filter((one) => one.id !== id));
  const without = (about: string | undefined) =>
    about === undefined ? shown : shown.filter((one) => one.about !== about);
  function notify(notice: Notice): void {
    if (notice.waits && reading !== null) {
      waiting.push(notice);
      return show(without(notice.about));
    }
    const id = (last += 1);
    if (notice.tone === 'good' && !notice.waits) reading = id;
    // The same text is shown only once.
    const others = without(notice.about).filter(({ text }) => text !== notice.text);
    show([...others.slice(1 - MOST_NOTICES), { ...notice, id }]);
    setTimeout(
      () => {
        drop(id);
        if (reading !== id) return;
        reading = null;
        const next = waiting;
        waiting = [];
        next.forEach(notify);
      },
      notice.tone === 'good' || notice.isBrief ? NOTICE_TIME : BAD_NOTICE_TIME,
    );
  }
  return {
    notify,
    withdraw: (about: string) => show(without(about)),
    drop,
    shown: () => shown,
    subscribe: listeners.add,
  };
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [board] = useState(createBoard);
  return (
    <BoardContext value={board}>
      {children}
      <Notices className="notices" tone="bad" />
    </BoardContext>
  );
}

/** Success notices, in the top bar where they cover no controls. */
export const SuccessNotices = () => <Notices className="top-notices" tone="good" />;

function Notices({ className, tone }: { className: string; tone: Notice['tone'] }) {
  const { shown, subscribe, drop } = useBoard();
  const notices = useSyncExternalStore(subscribe, shown, shown);
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
