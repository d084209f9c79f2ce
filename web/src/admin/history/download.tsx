import { useDownload } from '../parts/use-download.ts';

/**
 * Buttons that fetch the export with the current session and save it as a file.
 * @param isAll it is the history of everything, whatever the screen shows of it
 */
export function Download({ csv, json, isAll = false }: { csv: string; json: string; isAll?: boolean }) {
  const download = useDownload('No pudimos descargar el historial. Revisá la señal y probá otra vez.');
  return (
    <div className="buttons">
      <button className="button quiet" type="button" onClick={() => void download(csv, 'historial.csv')}>
        {isAll ? 'Descargar todo (CSV)' : 'Descargar planilla (CSV)'}
      </button>
      <button className="button quiet" type="button" onClick={() => void download(json, 'historial.json')}>
        {isAll ? 'Descargar todo (JSON)' : 'Descargar JSON'}
      </button>
    </div>
  );
}
