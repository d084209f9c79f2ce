import { isIP } from 'node:net';
import { calls } from '../contract/addresses/calls.ts';
import type { Config } from '../config.ts';

/**
 * Who answers at a port: the portal that should, or a portal that cannot work now (`trouble` is its word for why, or
 * ''), another program, which may be the portal of another town, or nobody.
 */
export type Answering =
  | { who: 'it' }
  | { who: 'ill'; status: number; trouble: string }
  | { who: 'another' }
  | { who: 'nobody' };

/** Where the portal with these settings answers about its health, as seen from this machine. */
export function healthAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return `http://${name}:${port}${calls.health()}`;
}

/** Asks a port of this machine who is there. It answers within five seconds. */
export async function whoAnswers(config: Pick<Config, 'host' | 'port' | 'origin'>): Promise<Answering> {
  try {
    const answer = await fetch(healthAddress(config), { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    const text = await beginning(answer);
    const { origin, trouble } = parsed(text);
    if (answer.status === 503) return { who: 'ill', status: answer.status, trouble: String(trouble ?? '') };
    return answer.ok && origin === config.origin ? { who: 'it' } : { who: 'another' };
  } catch {
    return { who: 'nobody' };
  }
}

/** Returns the first few KB of an answer, whose length is up to whoever sends it. */
async function beginning({ body }: Response): Promise<string> {
  let text = '';
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length > 4096) break;
  }
  return text;
}

function parsed(text: string): { origin?: unknown; trouble?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
