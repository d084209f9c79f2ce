import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads a small file that `keepJson` has written; null if there is none or it cannot be read. */
export function readKept<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    return null;
  }
}

/** Writes a file whole or not at all, readable by its owner only. */
export function keepJson(file: string, value: unknown): void {
  writeFileSync(`${file}.nuevo`, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.nuevo`, file);
}
