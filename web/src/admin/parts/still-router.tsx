import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPath, Router } from 'react-router-dom';
import type { Navigator, To } from 'react-router-dom';

/** The router of a preview: pages inside have an address, which is not that of the browser. */
export function StillRouter({ path = '/', children }: { path?: string; children: ReactNode }) {
  const [location, go] = useState(path);
  const [navigator] = useState((): Navigator => {
    const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to));
    const show = (to: To) => go(hrefOf(to));
    return { createHref: hrefOf, go: () => {}, push: show, replace: show };
  });
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
