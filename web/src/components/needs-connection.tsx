import { useLayoutEffect, useState } from 'react';
import { useOffline } from './use-offline.ts';

/**
 * While the device says that there is no network, links to other sites are marked (`html.offline` in the style), and
 * one that is followed explains itself here instead of leaving for the browser's error page.
 */
export function NeedsConnection() {
  const isOffline = useOffline();
  const [isAsked, setAsked] = useState(false);
  // Before the first paint, so that the marks push nothing aside.
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('offline', isOffline);
    if (!isOffline) return;
    function follow(event: MouseEvent) {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="http"]');
      const leadsOut = link !== null && link.origin !== location.origin && !event.defaultPrevented;
      if (leadsOut) event.preventDefault();
      setAsked(leadsOut);
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [isOffline]);
  return (
    <p className="freshness" role="status">
      {isOffline &&
        isAsked &&
        'Ese enlace lleva a otro sitio y necesita conexión. Probá de nuevo cuando vuelva la señal.'}
    </p>
  );
}
