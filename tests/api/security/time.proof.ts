import { expect, test } from 'vitest';
import { addressKey } from '../../../api/http/networks.ts';
import { richText } from '../../../api/records/canonical.ts';
import { disposition } from '../../../api/files/pdfs.ts';
import { parseDay, parseRange } from '#contract/values/dates';
import { documentSchemas } from '#contract/town/documents';
import { entities, ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';
import { linkAddress, webAddress } from '#contract/values/links';
import { phoneParts } from '#contract/values/phones';
import { Problem } from '#contract/problems';
import {
  searchWords,
  composed,
  contextText,
  cut,
  fold,
  keywordContext,
  labelHash,
  plainText,
  titlekey,
  words,
} from '#contract/values/text';
import { downloadName, uploadedPictureName } from '#contract/uploaded/upload-names';
import { parseVideo } from '#contract/values/videos';

const MIB = 1024 * 1024;
const full = (piece: string) => piece.repeat(Math.ceil(MIB / piece.length)).slice(0, MIB);

/** Megabytes of text that make patterns slow: beginnings without an end, and long runs of what may end a match. */
const WORST: Record<string, string> = {
  'beginnings of tags': full('<'),
  'names of tags': full('<a'),
  comments: full('<!--'),
  instructions: full('<?'),
  'a tag that never ends': `<a ${full('x ')}`,
  attributes: `<a ${full('h="1" ')}>`,
  references: full('&#'),
  'one long reference': `&${full('a')}`,
  points: `x${full('.')}x`,
  'points and spaces': `x${full(' .')}x`,
  spaces: `x${full(' ')}x`,
  dashes: `x${full('-')}x`,
  slashes: full('/'),
  'turned slashes': full('\\'),
  'at signs': full('a@'),
  'a mailbox that never ends': `a@${full('a.')} `,
  'a number that never ends': `${full('1 ')}x`,
  digits: full('1'),
  colons: full(':'),
  'a long host': `https://${full('a.')}`,
  'a long way up': `https://a/${full('../../')}`,
  'marks out of order': `a${full('\u0315\u0300')}`,
  'four marks out of order': `a${full('\u0345\u0315\u0300\u0316')}`,
  'Hangul in pieces': full('\u1100\u1161\u11a8'),
  'what decomposes into much': full('\ufdfa'),
};
/** Texts for the parser of rich text only. */
const TAGS: Record<string, string> = {
  'only beginnings': full('<em>'),
  'beginnings, then other ends': full('<em>').slice(MIB / 2) + full('</ol>').slice(MIB / 2),
  'other ends in between': full('<em></b>'),
  'as deep as it may be, then other ends': `${'<ul>'.repeat(900)}${full('<ol><em></ol></em>')}`,
  'nested lists': full('<ul><li>'),
  'tables in tables': full('<table><tr><td>'),
  scripts: full('<script>'),
  drawings: full('<svg>'),
};

const takers: Record<string, (text: string) => unknown> = {
  plainText,
  titlekey,
  fold,
  words,
  composed,
  searchWords,
  labelHash,
  parseDay,
  parseRange,
  downloadName,
  parseVideo,
  linkAddress,
  webAddress,
  phoneParts,
  addressKey,
  richText: tried(richText),
  cut: (text) => cut(text, 50, 50),
  keywordContext: (text) => keywordContext(contextText(text), ['zz']),
  'the words of a long search': (text) => keywordContext(contextText(text), searchWords(text)),
  uploadedPictureName: (text) => uploadedPictureName(text, 'a'.repeat(64)),
  disposition: (text) => disposition('inline', downloadName(text)),
  ...Object.fromEntries(
    ENTITY_NAMES.flatMap((entity) =>
      fieldsOf(entity).map(([, field]) => [`a field: ${field.kind}`, (text: string) => field.parse.safeParse(text)]),
    ),
  ),
  'a document': (text) =>
    documentSchemas.site.safeParse({
      town: text,
      phone: text,
      email: text,
      taxUrl: text,
      accent: text,
      emergencies: { fire: text },
    }),
};

test.for(Object.entries(takers))('%s handles a megabyte of any text quickly', ([, take]) => {
  for (const [name, text] of Object.entries(WORST))
    expect([name, workOf(() => take(text)) < BOUNDED]).toEqual([name, true]);
});

test.for(Object.entries(TAGS))('rich text of %s is cleaned or refused quickly', ([, text]) => {
  expect(workOf(() => tried(richText)(text))).toBeLessThan(BOUNDED);
});

test('rich text with absurdly many open tags is refused with a message, and what people write is not', () => {
  expect(() => richText('<em>'.repeat(1001))).toThrow(Problem);
  expect(richText('<ul>'.repeat(200) + '</ul>'.repeat(200))).toContain('<ul><ul>');
  const long = '<p>uno <strong>dos</strong><br>tres</p><ul><li>cuatro</li></ul>'.repeat(5000);
  expect(richText(long).replaceAll('<br />', '<br>')).toBe(long);
});

test('a letter keeps the combining marks of any language, and no more than thirty', () => {
  expect(composed('n\u0303o\u0301')).toBe('ñó');
  expect(composed(`a${'\u0316'.repeat(100)}b`)).toBe(`a${'\u0316'.repeat(30)}b`);
});

test('names of inherited object properties are ordinary texts', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']) {
    expect(plainText(`a &${name}; b`)).toBe(`a &${name}; b`);
    expect(titlekey(name)).toBe(name.replaceAll('_', '').toLowerCase());
    expect(Object.keys(entities)).not.toContain(name);
  }
});

/**
 * Time limit in seconds of processor time, so that other load does not count. A quadratic function takes minutes for a
 * megabyte.
 */
const BOUNDED = 20;
function workOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000_000;
}

/** Returns the function with Problems as results, because a refusal is valid here. */
function tried(work: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return work(text);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };
}
