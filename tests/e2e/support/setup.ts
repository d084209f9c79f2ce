import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium, findNotifying } from '../../../scripts/support/find-chromium.mjs';
import { PATIENCE } from './patience.ts';
import { serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the demo town, loaded once; every test file works on a copy of it. */
    template: string;
    browsers: Browsers;
  }
}

/** Paths of the browsers of a run. They differ only where `CHROMIUM` names one that shows no notifications. */
export interface Browsers {
  plain: string;
  notifying: string;
}

/** Time limit in ms. It only ends a program that hangs: a busy machine needs minutes to make the town's pictures. */
const LOADING = 10 * PATIENCE;

/** Finds the browser and loads the demo town, with the real program, once for the whole run. */
export async function setup(project: TestProject): Promise<() => void> {
  const [plain, notifying] = [findChromium()?.path, findNotifying()?.path];
  if (plain === undefined || notifying === undefined) throw new Error('no Chromium: run npm test, which installs one');
  project.provide('browsers', { plain, notifying });
  const template = mkdtempSync(join(tmpdir(), 'portal-template-'));
  const server = await serve(template, { timeout: LOADING });
  await server.stop();
  project.provide('template', template);
  return () => rmSync(template, { recursive: true, force: true });
}
