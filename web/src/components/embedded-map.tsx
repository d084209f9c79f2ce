import { useState } from 'react';

/** A map of another site in a frame, asked for only when the visitor wants it. */
export function EmbeddedMap({ url, title }: { url: string; title: string }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <iframe className="player map" src={url} title={title} loading="lazy" />;
  return (
    <div className="map-place">
      <p>{title}</p>
      <button className="button" type="button" onClick={() => setWanted(true)}>Mostrar el mapa interactivo</button>
      <small>Se carga de otro sitio y necesita conexión. La lista de mapas está arriba.</small>
    </div>
  );
}
