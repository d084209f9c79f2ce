import { expect, test } from 'vitest';
import { pdfTitles } from '#contract/fields';
import { PDF_TITLE_MAX, PDFS_MAX } from '#contract/limits';
import { pdfTitlesIn, pdfTitlesText, shownTitle, titledPdfs } from '#contract/values/pdf-titles';

const stored = (letter: string) => `${letter.repeat(64)}.pdf`;
const pdf = (letter: string) => ({ pdf: stored(letter), pdfname: `${letter}.pdf`, pdfsize: 1 });
const { parse } = pdfTitles('PDF');

test('PDFs are in the order of their titles, those without one come last as they were added', () => {
  const text = `${stored('c')} Balance\n${stored('a')}`;
  const shown = titledPdfs([pdf('a'), pdf('b'), pdf('c'), pdf('d')], text);
  expect(shown.map((one) => [one.pdfname, one.title])).toEqual([
    ['c.pdf', 'Balance'],
    ['a.pdf', ''],
    ['b.pdf', ''],
    ['d.pdf', ''],
  ]);
});

test('a PDF without a title is called by its file', () => {
  expect(titledPdfs([pdf('a')], '').map(shownTitle)).toEqual(['a']);
});

test('a title for a PDF that the record does not have is passed over, and counts again when it is back', () => {
  const text = `${stored('b')} Presupuesto\n${stored('a')} Sueldos`;
  expect(titledPdfs([pdf('a')], text).map(shownTitle)).toEqual(['Sueldos']);
  expect(titledPdfs([pdf('a'), pdf('b')], text).map(shownTitle)).toEqual(['Presupuesto', 'Sueldos']);
});

test('its canonical text has each PDF once, titles on one line, and nothing else', () => {
  const typed = `../etc/passwd x\n${stored('a')}   Sueldos \u0000 de\tmarzo \n${stored('a')} otra vez\n\nnada`;
  const text = parse.parse(typed);
  expect(text).toBe(`${stored('a')} Sueldos de marzo`);
  expect(parse.parse(text)).toBe(text);
  expect(pdfTitlesText(pdfTitlesIn(text))).toBe(text);
});

test('a title that is being typed keeps the space at its end', () => {
  expect(pdfTitlesIn(`${stored('a')} Sueldos `)).toEqual([{ pdf: stored('a'), title: 'Sueldos ' }]);
});

test.for([
  [
    'too many PDFs',
    Array.from({ length: PDFS_MAX + 1 }, (_, n) => `${n.toString(16).padStart(64, '0')}.pdf`).join('\n'),
  ],
  ['a title that is too long', `${stored('a')} ${'x'.repeat(PDF_TITLE_MAX + 1)}`],
] as const)('%s is refused with the limit', ([, text]) => {
  const { error } = parse.safeParse(text);
  expect(error?.issues[0]?.message).toMatch(/puede tener hasta (30|150)/);
});
