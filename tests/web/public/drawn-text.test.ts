import { expect, test } from 'vitest';
import { drawnText } from '../../../web/src/components/drawn-text.ts';

const cells = (tag: 'th' | 'td', texts: string[]) =>
  `<tr>${texts.map((text) => `<${tag}><p>${text}</p></${tag}>`).join('')}</tr>`;
const table = (heads: string[], ...rows: string[][]) =>
  `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;

test.for([
  ['Escribí a mesa@villa.example.', 'Escribí a <a href="mailto:mesa@villa.example">mesa<wbr>@villa.example</a>.'],
  [
    '<a href="mailto:a@b.example">a@b.example</a> <a href="/c@d.ar">acá</a>',
    '<a href="mailto:a@b.example">a<wbr>@b.example</a> <a href="/c@d.ar">acá</a>',
  ],
  ['Nos arrobamos: @villa, a las 8 @ plaza', 'Nos arrobamos: @villa, a las 8 @ plaza'],
] as const)('mailboxes in a text are links that break before their @: %s', ([html, drawn]) => {
  expect(drawnText(`<p>${html}</p>`)).toBe(`<p>${drawn}</p>`);
});

test.for([
  ['Llamá al <strong>103</strong> o al <em>107</em>.', ['103', '107']],
  ['Avisá a Mesa de Entradas (02902 48-1100, interno 101) o llamá al 48-1120.', ['+542902481100', '+542902481120']],
  ['<a href="tel:+542902481124">02902 48-1124</a>', ['+542902481124']],
  ['Escribí a 02902481100@villa.example', []],
  ['El reclamo se hace al</p><p>120', []],
  ['Avenida Belgrano al <strong>100</strong>', []],
] as const)('telephones in a text can be called: %s', ([html, numbers]) => {
  const drawn = drawnText(`<p>${html}</p>`, '02902 48-1100');
  expect([...drawn.matchAll(/href="tel:([^"]*)">[^<]+<\/a>/g)].map(([, number]) => number)).toEqual(numbers);
});

test('the cells of a table that becomes rows on a phone have the words of their head', () => {
  const drawn = drawnText(
    table(['Trámite', 'Dónde', 'Con «<em>"turno"</em>»'], ['Poda', 'Ambiente', 'no'], ['Pase', '', 'sí']),
  );
  expect(drawn).toContain('<table class="stacked">');
  expect(
    [...drawn.matchAll(/<td data-head="([^"]*)"><p>([^<]*)/g)].map(([, head, text]) => `${head}: ${text}`),
  ).toEqual([
    'Trámite: Poda',
    'Dónde: Ambiente',
    'Con «&quot;turno&quot;»: no',
    'Trámite: Pase',
    'Dónde: ',
    'Con «&quot;turno&quot;»: sí',
  ]);
});

test('a table of two columns fits on a phone; one of six, and one without a head, can be scrolled', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
  for (const count of [2, 6]) expect(drawnText(table(columns(count), columns(count)))).not.toContain('data-head');
  for (const count of [3, 5]) expect(drawnText(table(columns(count), columns(count)))).toContain('data-head');
  const bare = `<table><tbody>${cells('td', columns(4))}</tbody></table>`;
  expect(drawnText(bare)).toBe(`<div class="scroll" role="group" aria-label="Tabla" tabindex="0">${bare}</div>`);
});
