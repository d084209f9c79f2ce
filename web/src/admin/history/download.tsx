import { useDownload } from '../parts/use-download.ts';

/** Buttons that fetch the export with the current session and save it as a file. */
export function Download({ csv, json }: { csv: string; json: string }) {
  const download = useDownload('No pudimos descargar el historial. Revisá la señal y probá otra vez.');
  return (
    <div className="buttons">
      <button className="button quiet" type="button" onClick={() => void download(csv, 'historial.csv')}>
        Descargar planilla (CSV)
      </button>
      <button className="button quiet" type="button" onClick={() => void download(json, 'historial.json')}>
        Descargar JSON
      </button>
    </div>
  );
}
