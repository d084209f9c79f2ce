import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { richText } from '../../../api/records/canonical.ts';
import { fc } from '../../api/property.ts';
import { dirtyHtml, richTexts } from '../../contract/random-rich-text.ts';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const NEW = '<p>nuevo</p>';

/** For each text, what is stored after it was opened, and after a paragraph was added to it. */
const trips = (texts: readonly string[]) =>
  rich.call((harness, all) => all.map((text) => ({ text, ...harness.trip(text) })), texts);

describe('opening a text and storing it', () => {
  it('changes nothing of any text, also of one that no editor would write', async () => {
    const texts = fc.sample(dirtyHtml, 1500).map((dirty) => richText(dirty));
    for (const { text, kept } of await trips(texts)) expect(kept).toBe(text);
  });

  it('has every tag in its document, to the letter, and writes what the server would', async () => {
    const texts = fc.sample(richTexts, 1000);
    for (const tag of ['h3', 'del', 'ol', 'blockquote', 'hr', 'a', 'thead', 'th']) {
      expect(texts.filter((text) => text.includes(`<${tag}`)).length, tag).toBeGreaterThan(20);
    }
    for (const { text, kept, added, rewritten } of await trips(texts)) {
      expect(richText(text)).toBe(text);
      expect(kept).toBe(text);
      expect(added).toBe(text + NEW);
      expect(rewritten).toBe(text);
    }
  });

  it('writes in the same way what was stored in other ways', async () => {
    const texts = fc.sample(dirtyHtml, 1500).map((dirty) => richText(dirty));
    const again = async (all: string[]) => (await trips(all)).map(({ rewritten }) => rewritten);
    // Spaces that a browser does not show are found where blocks were taken apart, and go the second time.
    const twice = await again(await again(texts));
    for (const { text, rewritten } of await trips(twice)) {
      expect(rewritten).toBe(text);
      expect(richText(text)).toBe(text);
    }
  });
});
