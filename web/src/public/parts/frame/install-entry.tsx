import { useEffect, useState, useSyncExternalStore } from 'react';
import { install, installPrompt, needsSteps, refuseInstallation } from '../../../browser/install-prompt.ts';

/** 'Instalar', if the browser supports it; on iOS, the two manual steps as text. */
export function InstallEntry() {
  const isOffered = useSyncExternalStore(installPrompt.subscribe, installPrompt.current, () => null) !== null;
  const [isIos, setIos] = useState(false);
  useEffect(() => setIos(needsSteps()), []);
  function refuse() {
    refuseInstallation();
    setIos(false);
  }
  if (!isOffered && !isIos) return null;
  const no = (
    <button className="button quiet" type="button" onClick={refuse}>
      Ahora no
    </button>
  );
  if (isOffered)
    return (
      <p className="choices">
        <button className="button" type="button" onClick={() => void install()}>
          Instalar en este dispositivo
        </button>
        {no}
      </p>
    );
  return (
    <details>
      <summary>Instalar en este dispositivo</summary>
      <InstallSteps />
      <p>{no}</p>
    </details>
  );
}

/** How to install on iOS, which makes no offer. */
export const InstallSteps = () => (
  <ol className="steps">
    <li>Tocá Compartir, el cuadrado con una flecha hacia arriba.</li>
    <li>Después, tocá «Agregar a inicio».</li>
  </ol>
);
