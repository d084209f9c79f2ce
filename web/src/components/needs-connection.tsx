import { useLayoutEffect, useState } from 'react';
import { useOffline } from './use-offline.ts';

/**
 * While the device is offline, marks links to other sites (`html.offline` in the style) and shows an explanation when
 * one is followed, instead of the browser's error page.
 */
export function NeedsConnection() {
  const isOffline = useOffline();
  const [isAsked, setAsked] = useState(false);
  // Before the first paint, so that the marks cause no layout shift.
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
