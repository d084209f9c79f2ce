import { useEffect, useRef, useState } from 'react';
import { useOffline } from '../../components/use-offline.ts';

type State = 'not-kept' | 'fetching' | 'kept' | 'failed';

interface KeepPdfProps {
  url: string;
  size: string;
  what?: string;
}

/**
 * Button that saves a PDF on the device for offline reading, and removes it again.
 * @param what distinguishes the file from others on the page, for screen readers
 */
export function KeepPdf(props: KeepPdfProps) {
  // The key resets the button's state when it gets another file.
  return <KeepButton key={props.url} {...props} />;
}

function KeepButton({ url, size, what = '' }: KeepPdfProps) {
  const isOffline = useOffline();
  const [state, setState] = useState<State>('not-kept');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isOver = false;
    void savedPdfs()
      .then(async ({ isSaved }) => {
        if ((await isSaved(url)) && !isOver) setState('kept');
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [url]);

  async function keep() {
    setState('fetching');
    // The messages are below the button, which may be at the end of the screen.
    place.current?.scrollIntoView({ block: 'nearest' });
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
    <div className="keep scripted" ref={place}>
      {state === 'kept' ? (
        <button className="button quiet" type="button" onClick={() => void remove()}>
          {phrase('Quitar', what, 'de este dispositivo')}
        </button>
      ) : (
        <button
          className="button quiet"
          type="button"
          aria-disabled={state === 'fetching'}
          onClick={() => state !== 'fetching' && void keep()}
        >
          {phrase('Guardar', what, 'para leer sin conexión')}
        </button>
      )}
      <p role="status">
        {state === 'not-kept' &&
          isOffline &&
          'Sin conexión no se puede descargar ni guardar. Probá de nuevo cuando vuelva la señal.'}
        {state === 'fetching' && `Guardando ${size}…`}
        {state === 'kept' && (
          <>
            Guardado en este dispositivo. <a href={url}>Abrir el PDF guardado</a>
          </>
        )}
        {state === 'failed' && 'No se pudo guardar. Revisá tu conexión y el espacio libre, y probá de nuevo.'}
      </p>
    </div>
  );
}

const phrase = (...parts: string[]) => parts.filter(Boolean).join(' ');
const savedPdfs = () => import('../../offline/store/saved-pdfs.ts');
