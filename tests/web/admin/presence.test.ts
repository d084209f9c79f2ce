import { expect, test } from 'vitest';
import type { RecordType } from '#contract/record-types';
import { presenceWords } from '../../../web/src/admin/parts/presence-note.tsx';

test.each<[readonly string[], RecordType, string]>([
  [['Ana'], 'story', 'Ana está editando esta noticia.'],
  [['Ana', 'Inés'], 'agenda', 'Ana e Inés están editando este evento.'],
  [['Ana', 'Edu', 'Flor'], 'usefuldata', 'Ana, Edu y Flor están editando Datos útiles.'],
  [[], 'story', ''],
])('%j on %s: «%s»', (names, type, words) => {
  expect(presenceWords(names, type)).toBe(words);
});
