import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useNotices } from '../ui/notices.tsx';
import { focusRow } from './row-focus.ts';

export interface Offer {
  /** What was done: `Eliminado`. */
  text: string;
  /** To what, by name or number. */
  about: string;
  /** @throws Error with words for the person */
  undo: () => Promise<void>;
  /** What is said once it is undone. */
  undone: string;
  /** The address of the list that shows what was done. */
  list: string;
  /** The record that has the focus once it is undone. */
  record: string;
}

/** Long enough to read and reach it; what was deleted can be recovered from the history afterwards. */
const OFFER_TIME = 15_000;
const UndoContext = createContext<((offer: Offer) => void) | null>(null);

/**
 * Says that something was done, with a button that undoes it. One at a time, and no longer than its list is on screen.
 */
export function useUndoOffer(): (offer: Offer) => void {
  const offer = use(UndoContext);
  if (!offer) throw new Error('outside the back office');
  return offer;
}

export function UndoProvider({ children }: { children: ReactNode }) {
  const [made, setMade] = useState<{ offer: Offer; id: number; from: string } | null>(null);
  const last = useRef(0);
  const { pathname } = useLocation();
  const offer = useCallback((next: Offer) => setMade({ offer: next, id: ++last.current, from: location.pathname }), []);
  if (made && pathname !== made.offer.list && pathname !== made.from) setMade(null);
  return (
    <UndoContext value={offer}>
      {children}
      <div className="undo-place" role="status">
        {made && (
          <Bar key={made.id} offer={made.offer} end={() => setMade((now) => (now?.id === made.id ? null : now))} />
        )}
      </div>
    </UndoContext>
  );
}

function Bar({ offer: { text, about, undo, undone, record }, end }: { offer: Offer; end: () => void }) {
  const tell = useNotices();
  const [isBusy, setBusy] = useState(false);
  const bar = useRef<HTMLParagraphElement>(null);
  const leave = useRef(end);
  useEffect(() => {
    leave.current = end;
  });
  useEffect(() => {
    if (isBusy) return;
    // It stays as long as somebody is on it.
    const timer = setInterval(() => {
      if (!bar.current?.matches(':hover, :focus-within')) leave.current();
    }, OFFER_TIME);
    return () => clearInterval(timer);
  }, [isBusy]);

  async function run() {
    setBusy(true);
    try {
      await undo();
      focusRow(record);
      tell({ tone: 'good', text: undone });
    } catch (error) {
      tell({ tone: 'bad', text: (error as Error).message });
    }
    end();
  }
  return (
    <p className="undo-bar" ref={bar}>
      <span>
        {text}: {about}
      </span>
      <button className="quiet-button" type="button" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Un momento…' : 'Deshacer'}
      </button>
      <button className="quiet-button" type="button" onClick={end}>
        Cerrar<span className="hidden-text"> aviso: {text}</span>
      </button>
    </p>
  );
}
