import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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
