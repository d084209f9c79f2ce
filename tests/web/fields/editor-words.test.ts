import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EDITOR_WORDS } from '../../../web/src/fields/rich-text/editor-words.ts';

const ENGLISH = join(import.meta.dirname, '../../../node_modules/@toast-ui/editor/dist/esm/i18n/en-us.js');

it('the editor of texts has a Spanish word for each of its English ones', () => {
  const english = [...readFileSync(ENGLISH, 'utf8').matchAll(/^ {4}'?([^':]+)'?: '([^']+)',$/gm)];
  expect(english.length).toBeGreaterThan(40);
  const words = new Map(Object.entries(EDITOR_WORDS));
  const left = english.filter(([, name = '', word = '']) => (words.get(name) ?? word) === word).map(([, name]) => name);
  // The name of a format.
  expect(left).toEqual(['Markdown']);
  expect(Object.values(EDITOR_WORDS)).not.toContain('');
});
