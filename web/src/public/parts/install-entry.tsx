import { useEffect, useState, useSyncExternalStore } from 'react';
import { install, installation, isIosBrowser } from '../../browser/install.ts';

/** 'Instalar', if the browser supports it; on iOS, the two manual steps as text. */
export function InstallEntry() {
  const isOffered = useSyncExternalStore(installation.subscribe, installation.current, () => null) !== null;
  const [isIos, setIos] = useState(false);
  useEffect(() => setIos(isIosBrowser()), []);
  if (isOffered)
    return (
      <p>
        <button className="button" type="button" onClick={() => void install()}>
          Instalar en este dispositivo
        </button>
      </p>
    );
  if (!isIos) return null;
  return (
    <details>
      <summary>Instalar en este dispositivo</summary>
      <ol>
        <li>Tocá Compartir, abajo en Safari.</li>
        <li>Elegí «Agregar a inicio».</li>
      </ol>
    </details>
  );
}
