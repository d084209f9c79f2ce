import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonical, canonicalBase, parseOr422, richText } from '../../../api/records/canonical.ts';
import { entities, ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';
import { RICH_TEXT } from '#contract/values/html';
import { Problem } from '#contract/problems';
import { dirtyHtml as html } from '../../contract/random-rich-text.ts';
import { fc } from '../property.ts';

const dates = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 12_000 }))
  .map(([day, month, year]) => `${day}-${month}-${year}`);
const anything = fc.oneof(
  html,
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress(),
  dates,
  fc.anything(),
  fc.constantFrom(
    '1',
    '0',
    1,
    0,
    true,
    false,
    'publicado',
    'CULTURA',
    ' Decreto ',
    'https://youtu.be/abcdefghijk',
    'https://vimeo.com/123456',
    'HTTPS://A.example/x.MP4?b#c',
    'http://ñandú.example/á b',
  ),
);

describe('the canonical form', () => {
  for (const entity of ENTITY_NAMES) {
    for (const [name, field] of fieldsOf(entity).filter(([, { kind }]) => kind !== 'password')) {
      test(`of ${entity}.${name} is its own canonical form`, () => {
        fc.assert(
          fc.property(anything, (value) => {
            let once: unknown;
            try {
              once = canonical(name, field, value);
            } catch (error) {
              expect(error).toBeInstanceOf(Problem);
              expect(canonicalBase(field, value)).toBeNull();
              return;
            }
            expect(canonical(name, field, once)).toBe(once);
            expect(canonicalBase(field, value)).toBe(once);
          }),
          { numRuns: field.kind === 'html' ? 1000 : 300 },
        );
      });
      test(`of the blank value of ${entity}.${name} is the blank value`, () => {
        if (field.kind !== 'day' && field.kind !== 'moment')
          expect(canonical(name, field, field.blank)).toBe(field.blank);
      });
    }
  }
});

/** A picture of the portal's own. */
const PICTURE =
  '<img src="/uploads/text/foto-0123456789abcdef-1600.webp" alt="La &quot;plaza&quot;" width="1600" height="900" />';

describe('rich text', () => {
  test('has only allowed tags and attributes, whatever was sent', () => {
    fc.assert(
      fc.property(html, (dirty) => {
        for (const [, tag = '', rest = ''] of richText(dirty).matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)) {
          expect([...RICH_TEXT.keys()]).toContain(tag.toLowerCase());
          const named = [...rest.matchAll(/([\w-]+)="/g)].map(([, attribute]) => attribute);
          for (const attribute of named) expect([...(RICH_TEXT.get(tag)?.keys() ?? [])]).toContain(attribute);
        }
        expect(richText(dirty)).not.toMatch(/href="\s*(javascript|data|vbscript):/i);
      }),
      { numRuns: 2000 },
    );
  });

  test.for([
    ['<p>Hola</p>', '<p>Hola</p>'],
    ['<b>a</b><i>b</i><strike>c</strike>', '<strong>a</strong><em>b</em><del>c</del>'],
    ['<h1>T</h1><h5>t</h5>', '<h2>T</h2><h3>t</h3>'],
    ['<p onclick="x()" style="color:red" class="MsoNormal">x</p>', '<p>x</p>'],
    ['<script>alert(1)</script>x', 'x'],
    ['<svg onload=alert(1)><p>x</p></svg>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="https://a.example/?a=1&amp;b=2">x</a>', '<a href="https://a.example/?a=1&amp;b=2">x</a>'],
    ['<a href="//a.example">x</a>', '<a>x</a>'],
    ['<a href="ejemplo.com">x</a>', '<a href="https://ejemplo.com">x</a>'],
    ['<a href="www.x.gob.ar/a?b=1&amp;c=2">x</a>', '<a href="https://www.x.gob.ar/a?b=1&amp;c=2">x</a>'],
    ['<a href="nombre@muni.gob.ar">x</a>', '<a href="mailto:nombre@muni.gob.ar">x</a>'],
    ['<a href="2966 42-1234">x</a>', '<a href="tel:2966421234">x</a>'],
    ['<a href="/noticias">x</a>', '<a href="/noticias">x</a>'],
    ['<a href="noticias">x</a>', '<a>x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<iframe src="https://a.example"></iframe>', ''],
    ['a &lt;b&gt; c', 'a &lt;b&gt; c'],
    ['2 < 3 & 4 > 1', '2 &lt; 3 &amp; 4 &gt; 1'],
    [
      '<table><tbody><tr><td colspan="2" rowspan="1">1</td><th rowspan="0x2" colspan="1000">2</th></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2">1</td><th>2</th></tr></tbody></table>',
    ],
    [
      `<figure class="half" id="x">${PICTURE}<figcaption>La <b>plaza</b></figcaption></figure>`,
      `<figure class="half">${PICTURE}<figcaption>La <strong>plaza</strong></figcaption></figure>`,
    ],
    [`<figure class="fixed">${PICTURE}</figure>`, `<figure>${PICTURE}</figure>`],
    ['<figure><img src="https://evil.example/x.webp" alt="x">Pie</figure>', '<figure>Pie</figure>'],
    ['<img src="/uploads/../admin">', ''],
    ['<img src="//evil.example/uploads/a-0123456789abcdef-480.webp">', ''],
    ['<img src="/uploads/digesto.pdf">', ''],
  ] as const)('%j becomes %j', ([dirty, clean]) => {
    expect(canonical('text', entities.story.fields.text, dirty)).toBe(clean);
  });
});

test('what a schema has no words for is refused in Spanish', () => {
  const wordless = z.strictObject({ text: z.string().max(3) });
  for (const value of [{ text: 7 }, { text: 'largo' }, {}, { text: '', more: 1 }, null])
    expect(() => parseOr422('value', wordless, value)).toThrow('Ese valor no se puede guardar.');
});
