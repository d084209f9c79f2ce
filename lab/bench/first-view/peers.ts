import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FIGURES, PAGES } from './pages.ts';

/** An object in which each of these keys is optional and any other key is an error. */
const some = <K extends string, V extends z.ZodType>(keys: readonly K[], value: V) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<K, z.ZodOptional<V>>);

const figures = some(Object.keys(FIGURES) as (keyof typeof FIGURES)[], z.number().nonnegative());
const peer = z.strictObject({ name: z.string().trim().min(1), pages: some(PAGES, figures) });
const peers = z
  .array(peer)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Two peers have the same name');

/** Another portal and the figures of its pages, with the names and units of pages.ts. */
export type Peer = z.infer<typeof peer>;

/**
 * Reads the figures of other portals from a JSON file: `[{"name": "A town", "pages": {"home": {"LCP": 2400}}}]`.
 * @throws Error that names the file and the place in it that is wrong
 */
export function readPeers(file: string): Peer[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  const { error, data } = peers.safeParse(content);
  if (data) return data;
  throw new Error(
    error.issues
      .map(({ path, message }) => `${file}: ${[z.core.toDotPath(path), message].filter(Boolean).join(': ')}`)
      .join('\n'),
  );
}
