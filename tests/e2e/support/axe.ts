import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules about colours: for the same page in another colour scheme, the others would give the same result again. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns what axe finds wrong on a page in its current state, one line per rule. The script of axe is added once to
 * each document and runs there: Playwright's builder opens another page for every check and takes five times as long.
 * @param of all rules, or those about colours
 * @param but rules that are ignored
 */
export async function violations(
  page: Page,
  of: 'all' | 'colours' = 'all',
  but: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const options: RunOptions = {
    runOnly: of === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOURS },
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    preload: false,
  };
  const found = await page.evaluate(async (asked) => {
    const { axe: own } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await own.run(asked)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    }));
  }, options as object);
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** Adds axe to a document. Chromium evaluates it at once: Playwright's way takes twice the processor time. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
}
