import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the demo town, loaded once; every test file works on a copy of it. */
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
