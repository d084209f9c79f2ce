import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { NOTICE_TIME } from '#contract/limits';

const Notices = createContext<{ text: string; notify: (text: string) => void }>({ text: '', notify: () => {} });

/** Returns a function that shows a short notice for 3 s, also after navigation to another page. */
export const useNotice = () => useContext(Notices).notify;

/** The place of the notice on a page: beside what it announces, never over it. */
export const Notice = () => (
  <p className="notice" role="status">
    {useContext(Notices).text}
  </p>
);

export function NoticeArea({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState({ text: '', number: 0 });
  const notify = useCallback((text: string) => setNotice(({ number }) => ({ text, number: number + 1 })), []);
  useEffect(() => {
    if (!notice.text) return;
    const timer = setTimeout(() => setNotice(({ number }) => ({ text: '', number })), NOTICE_TIME);
    return () => clearTimeout(timer);
  }, [notice]);
  return <Notices value={{ text: notice.text, notify }}>{children}</Notices>;
}
