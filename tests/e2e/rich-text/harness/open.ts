import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { openBrowser } from '../../support/town.ts';
import type { Harness } from './page.tsx';

/** A page with the editor of rich text, alone. */
export interface RichPage {
  page: Page;
  /** Runs in the page. */
  call<A, R>(run: (harness: Harness, given: A) => R, given: A): Promise<Awaited<R>>;
  /** Shows an editor with a text. */
  show(text: string): Promise<void>;
  /** What the field was told last. */
  typed(): Promise<string | null>;
  /** Pastes as another program leaves it on the clipboard. */
  paste(clipboard: Readonly<Record<string, string>>): Promise<void>;
  /** Errors of scripts, and what the console has of errors. */
  errors: string[];
  close(): Promise<void>;
}

/** Opens the editor by itself, as it is built for a browser, without a server. */
export async function openRichPage(): Promise<RichPage> {
  const { script, style } = await (bundle ??= bundled());
  const context = await (await openBrowser()).newContext({ locale: 'es-AR', viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.setContent('<!doctype html><html lang="es"><body></body></html>');
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  const call: RichPage['call'] = (run, given) =>
    page.evaluate(`(${String(run)})(window.harness, ${JSON.stringify(given)})`);
  return {
    page,
    call,
    errors,
    async show(text) {
      await call((harness, value) => harness.show(value), text);
      await page.locator('#texto[role="textbox"]').waitFor();
    },
    typed: () => call((harness) => harness.typed, null),
    async paste(clipboard) {
      await page.locator('#texto').evaluate((box, all) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, clipboard);
    },
    close: () => context.close(),
  };
}

let bundle: Promise<{ script: string; style: string }> | undefined;

async function bundled(): Promise<{ script: string; style: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page.tsx'), formats: ['iife'], name: 'harness', cssFileName: 'style' },
    },
  });
  const [output] = Array.isArray(result) ? result : [];
  const files = output?.output ?? [];
  const textOf = (end: string) =>
    files.flatMap((file) =>
      !file.fileName.endsWith(end) ? [] : file.type === 'chunk' ? file.code : String(file.source),
    )[0] ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}
