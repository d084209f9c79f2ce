import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that look at colours: of the same page in another scheme, the others would only say the same again. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on a page as it stands, one line a rule. It runs in the page itself, which is put there once for
 * each document: the Playwright builder opens another page for every look and takes five times as long.
 * @param of all rules, or those about colours
 * @param but rules that do not count
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
