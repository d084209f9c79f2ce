import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useOffline } from './use-offline.ts';

/**
 * A map of another site in a frame, asked for when the visitor wants it or has scrolled to it; without a script, a link
 * to it. Without a network `children` stand in its place.
 */
export function EmbeddedMap({ url, title, children }: { url: string; title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  const isOffline = useOffline();
  useEffect(() => {
    if (isOffline || isWanted || !place.current || isSavingData()) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setWanted(true), { threshold: 0.6 });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isOffline, isWanted]);

  if (isOffline) return <div className="map-place"><p role="status">Sin conexión no se puede ver el mapa interactivo. Estos son los mapas que hay:</p>{children}</div>;
  if (isWanted) return <iframe className="player map" src={url} title={title} />;
  return (
    <div className="map-place" ref={place}>
      <p>{title}</p>
      <a className="button" href={url} rel="external" onClick={(event) => {
        event.preventDefault();
        setWanted(true);
      }}>Mostrar el mapa interactivo</a>
      <small>Se carga de otro sitio y necesita conexión. La lista de mapas está arriba.</small>
    </div>
  );
}

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
