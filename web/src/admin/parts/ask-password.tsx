import { createContext, use, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';

const code = () => import('./password-dialog.tsx');
type Code = Awaited<ReturnType<typeof code>>;

type Ask = () => Promise<boolean>;
const AskContext = createContext<Ask | null>(null);

/**
 * Returns a function that asks the person for their password and tells the server, which then lets them change what
 * lets people in for some minutes: resolves to false if they do not give it.
 * @throws Error outside of `PasswordProvider`
 */
export function useAskPassword(): Ask {
  const ask = use(AskContext);
  if (!ask) throw new Error('no PasswordProvider');
  return ask;
}

interface Asked {
  promise: Promise<boolean>;
  answer(isGiven: boolean): void;
}

export function PasswordProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Code | null>(null);
  const asked = useRef<Asked | null>(null);
  // Two calls at once are asked about once.
  const ask = useCallback<Ask>(() => {
    const question = (asked.current ??= newQuestion());
    code().then(setOpen, () => {
      // Without it nothing can be asked.
      question.answer(false);
      asked.current = null;
    });
    return question.promise;
  }, []);
  function answer(isGiven: boolean): void {
    setOpen(null);
    asked.current?.answer(isGiven);
    asked.current = null;
  }
  return (
    <AskContext value={ask}>
      {children}
      {open && <open.PasswordDialog answer={answer} />}
    </AskContext>
  );
}

function newQuestion(): Asked {
  let answer: Asked['answer'] = () => {};
  const promise = new Promise<boolean>((resolve) => (answer = resolve));
  return { promise, answer };
}
