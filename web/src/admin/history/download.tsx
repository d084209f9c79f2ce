import { useWorkspace } from '../workspace/workspace.ts';
import { useNotices } from '../parts/notices.tsx';

/** Buttons that fetch the export with the current session and save it as a file. */
export function Download({ csv, json }: { csv: string; json: string }) {
  const { file } = useWorkspace();
  const notify = useNotices();
  async function download(path: string, name: string) {
    try {
      const url = URL.createObjectURL(await file(path));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      notify({ tone: 'bad', text: 'No pudimos descargar el historial. Revisá la señal y probá otra vez.' });
    }
  }
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
