import { createContext, use, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';

export interface Question {
  text: string;
  title?: string;
  /** The button that goes on. */
  accept?: string;
}

type Confirm = (question: Question) => Promise<boolean>;
const ConfirmContext = createContext<Confirm | null>(null);

/** Asks before something is done: `await confirm({ text })` is true only when the person accepted (spec section 8). */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('outside the back office');
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Question & { answer: (accepted: boolean) => void }) | null>(null);
  const confirm = useCallback<Confirm>((question) => new Promise((resolve) => setAsked({ ...question, answer: resolve })), []);
  function answer(accepted: boolean) {
    asked?.answer(accepted);
    setAsked(null);
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <Dialog title={asked.title ?? 'Confirmar'} tone="warning" onClose={() => answer(false)}>
          <p>{asked.text}</p>
          <p className="buttons">
            <button className="button" type="button" onClick={() => answer(true)}>{asked.accept ?? 'Aceptar'}</button>
            <button className="button quiet" type="button" onClick={() => answer(false)}>Cancelar</button>
          </p>
        </Dialog>
      )}
    </ConfirmContext>
  );
}

/**
 * A dialog over the page: the browser keeps the focus in it, closes it with Escape and gives the focus back.
 * What carries `data-first` gets the focus, else the first that can have it.
 */
export function Dialog({ title, tone, isWide = false, onClose, children }: {
  title: string; tone?: 'warning'; isWide?: boolean; onClose: () => void; children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog} className={`dialog${isWide ? ' dialog-wide' : ''}`} aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={tone === 'warning' ? 'warned' : undefined}>{title}</h2>
      {children}
    </dialog>
  );
}
