import { useAttempt } from '../../parts/notices.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';

/** A link to a PDF. One that is not public yet is fetched with the session and opened from memory. */
export function StoredPdf({ address, name, isPublic }: { address: string; name: string; isPublic: boolean }) {
  const workspace = useWorkspace();
  const attempt = useAttempt('No pudimos traer el PDF. Revisá tu conexión y probá de nuevo.');
  const open = () =>
    attempt(async () => {
      const url = URL.createObjectURL(await workspace.file(address));
      window.open(url, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  return isPublic ? (
    <a href={address} target="_blank" rel="noopener">
      {name}
    </a>
  ) : (
    <button className="link-button" type="button" onClick={() => void open()}>
      {name}
    </button>
  );
}
