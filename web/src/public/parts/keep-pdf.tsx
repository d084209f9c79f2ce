import { useEffect, useState } from 'react';

type State = 'not-kept' | 'fetching' | 'kept' | 'failed';

/** Keeps a PDF on the device for reading without a network, and lets go of it again. */
export function KeepPdf({ url, size }: { url: string; size: string }) {
  const [state, setState] = useState<State>('not-kept');
  useEffect(() => {
    let isOver = false;
    void savedPdfs().then(async ({ isSaved }) => {
      if ((await isSaved(url)) && !isOver) setState('kept');
    }).catch(() => {});
    return () => {
      isOver = true;
    };
  }, [url]);

  async function keep() {
    setState('fetching');
    try {
      await (await savedPdfs()).savePdf(url);
      setState('kept');
    } catch {
      setState('failed');
    }
  }
  async function remove() {
    await (await savedPdfs()).removePdf(url);
    setState('not-kept');
  }
  return (
    <div className="keep scripted">
      {state === 'kept'
        ? <button className="button quiet" type="button" onClick={() => void remove()}>Quitar de este dispositivo</button>
        : <button className="button quiet" type="button" aria-disabled={state === 'fetching'} onClick={() => state !== 'fetching' && void keep()}>Guardar para leer sin conexión</button>}
      <p role="status">
        {state === 'fetching' && `Guardando ${size}…`}
        {state === 'kept' && <>Guardado en este dispositivo. <a href={url}>Abrir el PDF guardado</a></>}
        {state === 'failed' && 'No se pudo guardar. Revisá tu conexión y el espacio libre, y probá de nuevo.'}
      </p>
    </div>
  );
}

const savedPdfs = () => import('../../offline/saved-pdfs.ts');
