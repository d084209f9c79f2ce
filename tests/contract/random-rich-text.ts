import { fc } from '../api/property.ts';

const tags = [
  'p',
  'b',
  'i',
  'strong',
  'em',
  'h1',
  'h2',
  'h4',
  'ul',
  'li',
  'a',
  'table',
  'tr',
  'td',
  'script',
  'style',
  'svg',
  'math',
  'img',
  'iframe',
  'figure',
  'figcaption',
  'th',
  'o:p',
  'span',
  'div',
  'font',
  'textarea',
  'title',
  'noscript',
  'xmp',
  'br',
  'hr',
  'template',
  'select',
  'option',
];
const attributes = [
  '',
  ' href="https://a.example/?a=1&b=2"',
  ' href="javascript:alert(1)"',
  ' href=" JaVa\tScript:alert(1)"',
  ' href="//a.example"',
  ' href="tel:100"',
  ' href="&#106;avascript:1"',
  ' onclick="x()"',
  ' style="color:red"',
  ' class=MsoNormal',
  " href='a\"b'",
  ' src="/uploads/text/foto-0123456789abcdef-1600.webp" alt="a"',
  ' src="https://evil.example/a.webp" alt="&#x202e;b" width="12" height="x"',
  ' src="/uploads/text/../foto-0123456789abcdef-480.webp" alt="a"',
  ' src="/uploads/text/foto-0123456789abcdef-99999.webp"',
  ' src="//evil.example/uploads/text/foto-0123456789abcdef-480.webp"',
  ' src="&#47;uploads/text/foto-0123456789abcdef-480.webp" onerror="x()" alt=">"',
  ' src="data:image/png;base64,AAAA" width="0" height="99999"',
  ` src="/uploads/text/foto-0123456789abcdef-480.webp" alt="${'ñ"'.replace('"', '&quot;').repeat(200)}"`,
  ' class="half" colspan="3"',
  ' class="fixed" colspan=0 rowspan="02"',
  ' href',
  '/',
];
const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '&',
    '&amp;',
    '&amp;lt;',
    '&lt;script&gt;',
    '&nbsp;',
    '\u00a0',
    '<',
    '>',
    '"',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '\r\n',
    '\u0000',
    '\ufeff',
    '  ',
  ),
  fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, attribute]) => `<${tag}${attribute}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
);
/** HTML as it may be pasted or sent: anything, with tags and attributes that are allowed and others. */
export const dirtyHtml = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

/** Words without a space at either end, which browsers would not show at the end of a block. */
const words = fc.stringMatching(/^[a-zñé&<"$]{1,6}( [a-z\u00a0]{1,6}){0,2}$/u);
const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const many = (one: fc.Arbitrary<string>, maxLength = 3) =>
  fc.array(one, { minLength: 1, maxLength }).map((all) => all.join(''));
const element = (tag: string, content: fc.Arbitrary<string>, attributes = fc.constant('')) =>
  fc.tuple(attributes, content).map(([more, html]) => `<${tag}${more}>${html}</${tag}>`);

const MARKS = [
  ['a', ' href="https://a.example/?a=1&amp;b=2"'],
  ['strong', ''],
  ['em', ''],
  ['del', ''],
] as const;

/** Text with marks within marks, and line breaks in them. */
function inline(marks: typeof MARKS | readonly (typeof MARKS)[number][] = MARKS): fc.Arbitrary<string> {
  const text = words.map(written);
  if (marks.length === 0) return text;
  const marked = fc.nat({ max: marks.length - 1 }).chain((at) => {
    const [tag, attributes] = marks[at] ?? ['em', ''];
    const others = marks.filter((_, other) => other !== at);
    return inline(others).map((html) => `<${tag}${attributes}>y ${html}</${tag}>`);
  });
  return fc
    .array(fc.tuple(fc.option(marked, { nil: '' }), fc.constantFrom('', ' ', '<br />'), text), {
      minLength: 1,
      maxLength: 2,
    })
    .map((parts) => parts.map((part) => `z${part.join('')}`).join(''));
}

const paragraph = element(
  'p',
  fc.oneof({ weight: 4, arbitrary: inline() }, { weight: 1, arbitrary: fc.constant('<br />') }),
);

const PICTURE = '<img src="/uploads/text/foto-0123456789abcdef-1600.webp" alt="" width="1600" height="900" />';

/** Blocks as the server stores them, to the letter. */
const { blocks } = fc.letrec<{ blocks: string; block: string; loose: string; item: string; table: string }>((tie) => ({
  blocks: many(tie('block')),
  block: fc.oneof(
    { depthSize: 'small' },
    paragraph,
    fc.constantFrom('h2', 'h3').chain((tag) => element(tag, inline())),
    fc.constant('<hr />'),
    fc.constantFrom('ul', 'ol').chain((tag) => element(tag, many(tie('item')))),
    element('blockquote', tie('blocks')),
    fc
      .tuple(fc.constantFrom('', ' class="half"'), fc.oneof(fc.constant(''), element('figcaption', inline())))
      .map(([half, caption]) => `<figure${half}>${PICTURE}${caption}</figure>`),
    tie('table'),
  ),
  loose: fc.oneof(
    fc.constant(''),
    inline(),
    paragraph,
    fc.tuple(paragraph, paragraph).map((two) => two.join('')),
  ),
  item: element(
    'li',
    fc.oneof(
      tie('loose'),
      fc
        .tuple(inline(), fc.constantFrom('ul', 'ol'), tie('item'))
        .map(([text, tag, item]) => `${text}<${tag}>${item}</${tag}>`),
    ),
  ),
  table: fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.boolean())
    .chain(([columns, rows, hasHead]) => {
      const row = (tag: string) =>
        fc
          .array(element(tag, tie('loose')), { minLength: columns, maxLength: columns })
          .map((cells) => `<tr>${cells.join('')}</tr>`);
      const merged = fc.constantFrom(
        '',
        `<tr><td colspan="${columns}">total</td></tr>`,
        `<tr><td rowspan="2">alto</td>${'<td>a</td>'.repeat(columns - 1)}</tr>` +
          `<tr>${'<td>b</td>'.repeat(columns - 1)}</tr>`,
      );
      return fc
        .tuple(
          hasHead ? row('th') : fc.constant(''),
          fc.array(row('td'), { minLength: rows, maxLength: rows }),
          columns > 1 ? merged : fc.constant(''),
        )
        .map(
          ([head, body, more]) =>
            `<table>${head && `<thead>${head}</thead>`}<tbody>${body.join('')}${more}</tbody></table>`,
        );
    }),
}));

/** Rich texts with every tag that may be stored, to the letter as the server writes them. */
export const richTexts = blocks;
