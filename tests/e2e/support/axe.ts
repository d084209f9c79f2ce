import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The rules about colours, which take two thirds of the time. For the same page in another colour scheme the others
 * would give the same result again, and for the same colours on another screen these would.
 */
const COLOURS = ['color-contrast', 'link-in-text-block'];

export type Rules = 'all' | 'colours' | 'all but colours';

/**
 * Returns what axe finds wrong on a page in its current state, one line per rule. The script of axe is added once to
 * each document and runs there: Playwright's builder opens another page for every check and takes five times as long.
 * @param but rules that are ignored
 */
export async function violations(page: Page, of: Rules = 'all', but: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const ignored = of === 'all but colours' ? [...but, ...COLOURS] : but;
  const options: RunOptions = {
    runOnly: of === 'colours' ? { type: 'rule', values: COLOURS } : { type: 'tag', values: TAGS },
    rules: Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }])),
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
