import type { ReactNode } from 'react';
import { loadAdminCode } from '../browser/admin-code.ts';
import { openHelp } from './forgotten.tsx';
import type { Help } from './forgotten.tsx';

/** What the log-in page shows once its code is there: above its form, below it, or in its place. */
export interface Opening extends Help {
  above?: ReactNode;
}

interface Parts {
  /** The page to open after a log-in. */
  back: string;
  /** Whether a log-in is on its way: it opens the back office itself. */
  isEntering: () => boolean;
  show: (shown: Opening) => void;
}

/**
 * Redirects users who are already logged in (spec section 2.2), unless a link to reset a password has led here. A
 * log-out also leads to this page, with or without a network. Also says why one has to log in again, and what waits
 * on this device.
 * @returns what is to be called when the page is left
 */
export function openLogIn({ back, isEntering, show }: Parts): () => void {
  let end = () => {};
  let isGone = false;
  let above: ReactNode = null;
  let help: Help = {};
  const showAll = (next: Partial<Opening>) => {
    if (isGone) return;
    if ('above' in next) above = next.above;
    else help = next;
    show({ ...help, above });
  };
  async function begin(): Promise<void> {
    const { endSessionsWithPage } = await loadAdminCode(() => import('../offline/outbox/session-triggers.ts'));
    const { isLoggedIn, keptWords } = await loadAdminCode(() => import('../offline/outbox/session.ts'));
    if (isGone) return;
    end = endSessionsWithPage();
    const isKnown = await isLoggedIn();
    if (isEntering()) return;
    if (isKnown) return location.replace(back);
    const words = await keptWords(location.hash);
    if (words !== '') {
      showAll({
        above: (
          <p className="alert" role="status">
            {words}
          </p>
        ),
      });
    }
  }
  if (!openHelp(showAll)) {
    void begin().catch(() => {
      // Neither the code nor the device's store can be read: the form is shown anyway.
    });
  }
  return () => {
    isGone = true;
    end();
  };
}
