import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { NOTICE_TIME } from '#contract/limits';

const Notify = createContext<(text: string) => void>(() => {});

/** Gives the function that shows a short notice for 3 s, on whatever page the visitor is by then. */
export const useNotice = () => useContext(Notify);

export function NoticeArea({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState({ text: '', number: 0 });
  const notify = useCallback((text: string) => setNotice(({ number }) => ({ text, number: number + 1 })), []);
  useEffect(() => {
    if (!notice.text) return;
    const timer = setTimeout(() => setNotice(({ number }) => ({ text: '', number })), NOTICE_TIME);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <Notify value={notify}>
      {children}
      <p className="notice" role="status">{notice.text}</p>
    </Notify>
  );
}
