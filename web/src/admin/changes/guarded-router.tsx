import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { Navigator, To } from 'react-router-dom';
import { guardHistory } from './guard-history.ts';
import { hasNoTouchedText, useConfirmLeave } from './questions.ts';

/**
 * The router of the back office. It asks before a screen with unsaved text is left by a link, a button or the browser's
 * back and forward buttons. The library's own blocking router is three times as large, and would be part of the code
 * that residents load.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const mayLeave = useConfirmLeave();
  const history = useMemo(() => createBrowserHistory({ v5Compat: true }), []);
  const [state, setState] = useState({ action: history.action, location: history.location });

  useLayoutEffect(() => {
    const show = ({ action, location }: typeof state) => startTransition(() => setState({ action, location }));
    return guardHistory(history, { hasNothingUnsaved: hasNoTouchedText, mayLeave, show });
  }, [history, mayLeave]);

  const navigator = useMemo((): Navigator => {
    const guarded = (to: To, go: () => void) => {
      const pathname = history.createURL(to).pathname;
      if (pathname === history.location.pathname || hasNoTouchedText()) go();
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
