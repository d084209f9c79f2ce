import { createContext, use, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useNotices } from './notices.tsx';
import { focusRow } from './focus/row-focus.ts';

interface UndoOffer {
  /** What was done: `2 noticias ocultas`, `Se descartó lo escrito: «Título»`. */
  text: string;
  /** @throws Error with a message for the person */
  undo: () => Promise<void>;
  /** The notice after it was undone. */
  undone: string;
  /** Address of the list where the action happened. */
  list: string;
  /** The record to focus after it was undone. */
  record: string;
}

const UndoContext = createContext<((offer: UndoOffer) => void) | null>(null);

/**
 * Returns a function that announces an action with a button that undoes it. There is one offer at a time. It stays
 * until the next one, until it is closed, or until the person leaves the screen of the action and its list: some take
 * long to read it and to reach it.
 */
export function useUndoOffer(): (offer: UndoOffer) => void {
  const offer = use(UndoContext);
  if (!offer) throw new Error('no UndoProvider');
  return offer;
}

export function UndoProvider({ children }: { children: ReactNode }) {
  const [made, setMade] = useState<{ offer: UndoOffer; id: number; from: string } | null>(null);
  const last = useRef(0);
  const { pathname } = useLocation();
  const offer = useCallback(
    (next: UndoOffer) => setMade({ offer: next, id: ++last.current, from: location.pathname }),
    [],
  );
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

function Bar({ offer: { text, undo, undone, record }, end }: { offer: UndoOffer; end: () => void }) {
  const notify = useNotices();
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await undo();
      focusRow(record);
      notify({ tone: 'good', text: undone });
    } catch (error) {
      notify({ tone: 'bad', text: (error as Error).message });
    }
    end();
  }
  return (
    <p className="undo-bar">
      <span>{text}</span>
      <button className="quiet-button" type="button" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Un momento…' : 'Deshacer'}
      </button>
      <button className="quiet-button" type="button" onClick={end}>
        Cerrar<span className="hidden-text"> aviso: {text}</span>
      </button>
    </p>
  );
}
