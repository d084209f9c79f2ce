import { useWorkspace } from '../workspace/workspace.ts';
import { useAttempt } from '../parts/notices.tsx';

/** Buttons that fetch the export with the current session and save it as a file. */
export function Download({ csv, json }: { csv: string; json: string }) {
  const { file } = useWorkspace();
  const attempt = useAttempt('No pudimos descargar el historial. Revisá la señal y probá otra vez.');
  const download = (path: string, name: string) =>
    attempt(async () => {
      const url = URL.createObjectURL(await file(path));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
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
