import { useWorkspace } from '../workspace/workspace.ts';
import { useAttempt } from './notices.tsx';

/**
 * Returns a function that fetches a file as the person who is logged in, and saves it under a name.
 * @param words what to say if that fails
 */
export function useDownload(words: string): (path: string, name: string) => Promise<boolean> {
  const { file } = useWorkspace();
  const attempt = useAttempt(words);
  return (path, name) =>
    attempt(async () => {
      const url = URL.createObjectURL(await file(path));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
}
