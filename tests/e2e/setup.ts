import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the demo town, loaded once, from which every test file copies its own. */
    template: string;
  }
}

/** Loads the demo town once for the whole run, with the real program. */
export async function setup(project: TestProject): Promise<() => void> {
  const template = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const server = await serve(template);
  await server.stop();
  project.provide('template', template);
  return () => rmSync(template, { recursive: true, force: true });
}
