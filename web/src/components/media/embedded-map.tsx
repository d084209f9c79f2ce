import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOffline } from '../use-offline.ts';

/**
 * A map of another site in an iframe, loaded only on request, so that no other site learns of the visit before. Without
 * a script it is a link; offline, `children` are shown instead.
 */
export function EmbeddedMap({ url, title, children }: { url: string; title: string; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const isOffline = useOffline();
  if (isOffline) {
    return (
      <div className="map-place map-list">
        <p role="status">Sin conexión no se puede ver el mapa interactivo. Estos son los mapas que hay:</p>
        {children}
      </div>
    );
  }
  if (isWanted) return <iframe className="player map" src={url} title={title} />;
  return (
    <div className="map-place">
      <p>{title}</p>
      <a
        className="button"
        href={url}
        rel="external"
        data-for-app
        onClick={(event) => {
          event.preventDefault();
          setWanted(true);
        }}
      >
        Mostrar el mapa interactivo
      </a>
      <small>Se carga de otro sitio y necesita conexión. La lista de mapas está arriba.</small>
    </div>
  );
}
