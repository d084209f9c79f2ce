import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PATIENCE } from './patience.ts';
import { serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the demo town, loaded once; every test file works on a copy of it. */
    template: string;
  }
}

/** Time limit in ms. It only ends a program that hangs: a busy machine needs minutes to make the town's pictures. */
const LOADING = 10 * PATIENCE;

/** Loads the demo town once for the whole run, with the real program. */
export async function setup(project: TestProject): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const server = await serve(template, { timeout: LOADING });
  await server.stop();
  project.provide('template', template);
  return () => rmSync(template, { recursive: true, force: true });
}
