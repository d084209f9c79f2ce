/**
 * Connections that one process of nginx must be able to hold. Debian's 768 for each of two processes are used up by
 * 1,600 half requests of one client.
 */
export const CONNECTIONS = 8192;
/** Files that one process needs for them: a visitor's connection, one to a portal, and an answer in the cache. */
export const OPEN_FILES = 20_000;

/** File with the second number; the first one can stand only in the block `events` of nginx.conf. */
export const LIMITS_FILE = 'etc/nginx/modules-enabled/90-portal-limits.conf';
const CONNECTIONS_LINE = /^([ \t]*worker_connections[ \t]+)(\d+)([ \t]*;)/m;
const FILES_LINE = /^([ \t]*worker_rlimit_nofile[ \t]+)(\d+)([ \t]*;)/m;

/** Returns how many connections and open files a process of nginx may have, by the text of its main files. */
export function nginxLimits(text: string): { connections: number; files: number | null } {
  const files = FILES_LINE.exec(text)?.[2];
  // Without the line it is nginx's own 512.
  return {
    connections: Number(CONNECTIONS_LINE.exec(text)?.[2] ?? 512),
    files: files === undefined ? null : Number(files),
  };
}

/** Whether they are enough for the portals. */
export const isEnough = ({ connections, files }: ReturnType<typeof nginxLimits>) =>
  connections >= CONNECTIONS && (files ?? 0) >= OPEN_FILES;

/** Returns nginx.conf with its numbers raised where they are too low; those it does not have are not added. */
export function withHigherLimits(text: string): string {
  const raise = (line: RegExp, least: number) => (given: string) =>
    given.replace(
      line,
      (_, before: string, number: string, after: string) => `${before}${Math.max(Number(number), least)}${after}`,
    );
  const withLine = CONNECTIONS_LINE.test(text)
    ? text
    : text.replace(/^[ \t]*events[ \t]*\{/m, `$&\n\tworker_connections ${CONNECTIONS};`);
  return raise(FILES_LINE, OPEN_FILES)(raise(CONNECTIONS_LINE, CONNECTIONS)(withLine));
}
