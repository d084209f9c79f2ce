import { createContext, use, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { createListeners } from '../../browser/listeners.ts';
import { followPress } from './press.ts';
import type { Press } from './press.ts';

export interface Question {
  text: string;
  title?: string;
  /** Names of the records that the question is about. */
  names?: readonly string[];
  /** What it is about, to look at. */
  detail?: ReactNode;
  /** The consequences. */
  note?: string;
  /** Label of the button that accepts. */
  accept?: string;
  /** Label of a second button, for an alternative. */
  alternative?: string;
  /** It only says why something cannot be done: there is nothing to cancel. */
  isNotice?: boolean;
  /** Something would be lost: the focus starts on Cancelar, so that a stray Enter changes nothing. */
  isRemoval?: boolean;
}

export type Reply = 'accept' | 'alternative' | 'cancel';
type Ask = (question: Question) => Promise<Reply>;
const AskContext = createContext<Ask | null>(null);

/** Returns a function that asks for confirmation (spec section 8): resolves to true only if the person accepts. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const ask = useAsk();
  return useCallback(async (question) => (await ask(question)) === 'accept', [ask]);
}

/** Like `useConfirm`, for questions with an alternative. @throws Error outside of `ConfirmProvider` */
export function useAsk(): Ask {
  const ask = use(AskContext);
  if (!ask) throw new Error('no ConfirmProvider');
  return ask;
}

interface OpenQuestion extends Question {
  number: number;
  answer: (reply: Reply) => void;
}

/**
 * One question at a time; others wait for its answer. The dialog of one takes the focus from a field, which may then
 * have a question of its own: if that took its place, the first would be cancelled unseen.
 * @param press during which none opens; what is pressed may have a question of its own, which comes after
 */
export function createQuestions(press?: Press) {
  const listeners = createListeners();
  let count = 0;
  let open: OpenQuestion | null = null;
  const waiting: OpenQuestion[] = [];
  function show(next: OpenQuestion | null): void {
    open = next;
    listeners.call();
  }
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      const next = { ...question, number: (count += 1), answer: resolve };
      waiting.push(next);
      showNext();
    });
  function showNext(): void {
    const next = open || press?.isOn() ? undefined : waiting.shift();
    if (next) show(next);
  }
  press?.onEnd(showNext);
  return {
    ask,
    open: () => open,
    answer(reply: Reply): void {
      open?.answer(reply);
      show(waiting.shift() ?? null);
    },
    subscribe: listeners.add,
  };
}

const pressOfPage = typeof window === 'undefined' ? undefined : followPress();

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [{ ask, open, answer, subscribe }] = useState(() => createQuestions(pressOfPage));
  const question = useSyncExternalStore(subscribe, open);
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <Dialog
          key={question.number}
          title={question.title ?? 'Confirmar'}
          tone="warning"
          onClose={() => answer('cancel')}
        >
          <p>{question.text}</p>
          {question.names && question.names.length > 0 && <Names names={question.names} />}
          {question.detail}
          {question.note && <p className="field-hint">{question.note}</p>}
          <p className="buttons">
            <button className="button" type="button" onClick={() => answer('accept')}>
              {question.accept ?? 'Aceptar'}
            </button>
            {question.alternative && (
              <button className="button quiet" type="button" onClick={() => answer('alternative')}>
                {question.alternative}
              </button>
            )}
            {!question.isNotice && (
              <button
                className="button quiet"
                type="button"
                data-first={question.isRemoval || undefined}
                onClick={() => answer('cancel')}
              >
                Cancelar
              </button>
            )}
          </p>
        </Dialog>
      )}
    </AskContext>
  );
}

/** Maximum number of records that a question lists by name. */
const MOST_NAMES = 5;

function Names({ names }: { names: readonly string[] }) {
  const [name] = names;
  if (names.length === 1) return <p className="asked-name">{name}</p>;
  const left = names.length - MOST_NAMES;
  return (
    <ul className="asked-names">
      {/* Names are not unique. */}
      {names.slice(0, MOST_NAMES).map((one, at) => (
        <li key={`${at} ${one}`}>{one}</li>
      ))}
      {left > 0 && <li>y {left} más</li>}
    </ul>
  );
}

/**
 * A modal dialog: the browser traps the focus, closes it on Escape and restores the focus.
 * The element with `data-first` gets the focus, or else the first focusable one.
 */
export function Dialog({
  title,
  tone,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  tone?: 'warning';
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
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
      ref={dialog}
      className={`dialog${isWide ? ' dialog-wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chrome closes a dialog at a second Escape whatever the first was answered.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={titleId} className={tone === 'warning' ? 'warned' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
