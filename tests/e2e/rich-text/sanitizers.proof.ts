import { afterAll, beforeAll, expect, it } from 'vitest';
import { richText } from '../../../api/records/canonical.ts';
import { fc } from '../../api/property.ts';
import { dirtyHtml } from '../../contract/random-rich-text.ts';
import { HOSTILE_TEXTS } from '../security/hostile-texts.ts';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const TEXTS = [
  ...HOSTILE_TEXTS,
  ...fc.sample(dirtyHtml, 2000),
  ...fc
    .sample(fc.array(fc.constantFrom(...HOSTILE_TEXTS), { minLength: 2, maxLength: 4 }), 500)
    .map((all) => all.join('')),
];

it('the device takes nothing from what the server lets through', async () => {
  const stored = TEXTS.map((text) => richText(text));
  const found = await rich.call(
    (harness, all) => all.map((text) => ({ given: harness.understood(text), left: harness.cleaned(text) })),
    stored,
  );
  for (const { given, left } of found) expect(left).toBe(given);
});

it('the server takes nothing from what the device lets through', async () => {
  const left = await rich.call((harness, all) => all.map((text) => harness.cleaned(text)), TEXTS);
  // Items within items and paragraphs around tables are closed where a browser would, but every tag stays.
  for (const text of left) expect(tagsOf(richText(text)), text).toEqual(tagsOf(text));
});

/** The kinds of tags in HTML, with their attributes, and the text without any. */
function tagsOf(html: string): { tags: Set<string>; text: string } {
  return { tags: new Set(html.match(/<[a-z][^>]*>/g)), text: html.replace(/<[^>]*>/g, '') };
}
