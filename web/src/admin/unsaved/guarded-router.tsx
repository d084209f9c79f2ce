import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { Navigator, To } from 'react-router-dom';
import { mayLeaveUnasked, useLeaving } from './questions.ts';

/**
 * The router of the back office. It asks before a screen with unsaved text is left, by a link, by a button of the page
 * or by the browser's own. The library's router that can ask is three times as large and lies in code that residents
 * load.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const mayLeave = useLeaving();
  const history = useMemo(() => createBrowserHistory({ v5Compat: true }), []);
  const [state, setState] = useState({ action: history.action, location: history.location });

  useLayoutEffect(() => {
    const show = ({ action, location }: typeof state) => startTransition(() => setState({ action, location }));
    let shown = history.location.pathname;
    /**
     * What the next step of the browser is: the person's own, the way back from one that is asked about, or that one
     * again.
     */
    let next: 'own' | 'undone' | 'allowed' = 'own';
    return history.listen(({ action, location, delta }) => {
      const step = next;
      next = 'own';
      if (step === 'undone') return;
      const isAsked =
        action === 'POP' && step === 'own' && location.pathname !== shown && delta !== null && !mayLeaveUnasked();
      if (!isAsked) {
        shown = location.pathname;
        show({ action, location });
        return;
      }
      next = 'undone';
      history.go(-delta);
      void mayLeave().then((isLeaving) => {
        if (!isLeaving) return;
        next = 'allowed';
        history.go(delta);
      });
    });
  }, [history, mayLeave]);

  const navigator = useMemo((): Navigator => {
    const guarded = (to: To, go: () => void) => {
      const pathname = history.createURL(to).pathname;
      if (pathname === history.location.pathname || mayLeaveUnasked()) go();
      else void mayLeave().then((isLeaving) => isLeaving && go());
    };
    return {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, given) => guarded(to, () => history.push(to, given)),
      replace: (to, given) => guarded(to, () => history.replace(to, given)),
    };
  }, [history, mayLeave]);

  return (
    <Router location={state.location} navigationType={state.action} navigator={navigator}>
      {children}
    </Router>
  );
}
