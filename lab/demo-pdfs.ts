import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { readTown } from '../api/demo/town.ts';
import type { Site } from '../api/contract/town/documents.ts';

// node lab/demo-pdfs.ts: draws the PDFs of the demo town into db/demo/pdfs, one for each bulletin that has one, called
// by its place in bulletins.json, and the digest. They name no day and no year, because the demo's days are counted
// from the day on which it is loaded. To be run after a change of the bulletins or of Sitio.

/** What the PDF of a bulletin shows; `text` is rich text as the editor writes it. */
interface Printed {
  bclass: string;
  title: string;
  number: string;
  text: string;
}

const CLASSES = new Map<string, string>([
  ['Decreto', 'Decretos'],
  ['Licitaciones', 'Licitaciones'],
  ['Tarifas', 'Tarifas'],
]);
const MARGIN = 62;
const INK = '#10222a';
const MUTED = '#465961';
const LINE = '#bccaca';

/** Returns a bulletin of the demo town as a PDF: town, class, number, title and text. */
function drawBulletin(bulletin: Printed, site: Site): Promise<Buffer> {
  return print({ title: `${bulletin.number}: ${bulletin.title}`, heading: 'Boletín Oficial', site }, (pdf) => {
    pdf
      .font('Helvetica-Bold')
      .fontSize(9)
      .fillColor(site.accent)
      .text(bulletin.bclass.toUpperCase(), { characterSpacing: 1 });
    pdf.moveDown(0.5).fontSize(19).fillColor(INK).text(bulletin.title, { lineGap: 1 });
    pdf.moveDown(0.5).font('Helvetica').fontSize(10.5).fillColor(MUTED).text(`${bulletin.number}  ·  ${site.town}`);
    pdf.moveDown(1.4);
    let before: Block['kind'] | undefined;
    for (const block of blocksOf(bulletin.text)) {
      if (before === 'item' && block.kind !== 'item') pdf.moveDown(0.35);
      writeBlock(pdf, block, site);
      before = block.kind;
    }
  });
}

/** Returns the municipal digest as a PDF: an index of the published bulletins by class, newest first. */
function drawDigest(bulletins: readonly Printed[], site: Site): Promise<Buffer> {
  return print({ title: 'Digesto Municipal', heading: 'Digesto Municipal', site }, (pdf) => {
    pdf.font('Helvetica-Bold').fontSize(24).fillColor(INK).text('Digesto Municipal');
    pdf
      .moveDown(1)
      .font('Times-Roman')
      .fontSize(11.5)
      .fillColor(INK)
      .text(
        `Índice de las normas y los avisos publicados en el Boletín Oficial de ${site.town}. El texto completo ` +
          'de cada uno se lee en el portal, en la sección Boletín, y se puede pedir impreso en Mesa de Entradas, ' +
          `${site.address}.`,
        { lineGap: 2 },
      );
    for (const bclass of Object.keys(CLASSES)) {
      const rows = bulletins.filter((one) => one.bclass === bclass);
      if (rows.length === 0) continue;
      keepRoom(pdf, 90);
      pdf
        .moveDown(1.5)
        .font('Helvetica-Bold')
        .fontSize(14)
        .fillColor(site.accent)
        .text(CLASSES.get(bclass) ?? bclass);
      pdf.moveDown(0.4);
      writeTable(pdf, [['Número', 'Título'], ...rows.map((one) => [one.number, one.title])], [132, '*']);
    }
  });
}

interface Sheet {
  title: string;
  heading: string;
  site: Site;
}

function print({ title, heading, site }: Sheet, body: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 20, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'es-AR',
    displayTitle: true,
    info: { Title: title, Author: site.name, CreationDate: DRAWN },
  });
  const bytes = new Promise<Buffer>((done, fail) => {
    const parts: Buffer[] = [];
    pdf
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => done(Buffer.concat(parts)))
      .on('error', fail);
  });
  giveWidths(pdf);
  writeHead(pdf, heading, site);
  body(pdf);
  writeFeet(pdf, site);
  pdf.end();
  return bytes;
}

const FONTS = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Times-Bold', 'Times-Italic'];

/** Members of the library's fonts that are missing in its types. */
interface OpenFont {
  widthOfString(text: string, size: number): number;
  ref(): { data: Record<string, unknown>; end(): void };
}

/**
 * Writes the character widths of the standard fonts into the file, which the library leaves out: with them a device
 * without those fonts fits its own to the same widths instead of writing into the margin.
 */
function giveWidths(pdf: PDFKit.PDFDocument): void {
  const letters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 224 }, (_, index) => index + 32));
  for (const name of FONTS) {
    // The current font is missing in the types of the library.
    const font = (pdf.font(name) as PDFKit.PDFDocument & { _font: OpenFont })._font;
    const dictionary = font.ref();
    const end = dictionary.end.bind(dictionary);
    dictionary.end = () => {
      Object.assign(dictionary.data, {
        FirstChar: 32,
        LastChar: 255,
        Widths: Array.from(letters, (letter) => Math.round(font.widthOfString(letter, 1000))),
      });
      end();
    };
  }
}

function writeHead(pdf: PDFKit.PDFDocument, heading: string, site: Site): void {
  const { left, right, width } = edges(pdf);
  drawMark(pdf, left, MARGIN - 14, 34);
  pdf
    .font('Helvetica-Bold')
    .fontSize(12)
    .fillColor(INK)
    .text(site.name, left + 46, MARGIN - 9);
  pdf
    .font('Helvetica')
    .fontSize(9)
    .fillColor(MUTED)
    .text(`${site.address}  ·  CP ${site.postalCode}  ·  ${site.province}`, left + 46, MARGIN + 7);
  pdf
    .font('Helvetica')
    .fontSize(9)
    .text(heading, left, MARGIN - 7, { width, align: 'right' });
  pdf
    .moveTo(left, MARGIN + 30)
    .lineTo(right, MARGIN + 30)
    .lineWidth(1.5)
    .stroke(site.accent);
  pdf.x = left;
  pdf.y = MARGIN + 54;
}

/** Draws the town's logo, designed on a grid of 32 by 32: two tablelands, the gorge, the sun and the lake. */
function drawMark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 32);
  pdf.path('M0 0h32v32H0z').fill('#cfe8ec');
  pdf.circle(17, 11, 5).fill('#ffc631');
  pdf.path('M0 15l3-4h8l6 12L22 9h6l4 6v17H0z').fill('#b4552b');
  pdf.path('M0 23h32v9H0z').fill('#1a8a9b');
  pdf.restore();
}

/** Writes the footers; called at the end, when the number of pages is known. */
function writeFeet(pdf: PDFKit.PDFDocument, site: Site): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const { left, right, width } = edges(pdf);
    const y = pdf.page.height - MARGIN + 2;
    // Text below the bottom margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf
      .moveTo(left, y - 8)
      .lineTo(right, y - 8)
      .lineWidth(0.5)
      .stroke(LINE);
    pdf.font('Helvetica').fontSize(8.5).fillColor(MUTED);
    pdf.text(`${site.name}  ·  ${site.phone}  ·  ${site.email}`, left, y, { width, lineBreak: false });
    pdf.text(`Página ${page - start + 1} de ${count}`, left, y, { width, align: 'right', lineBreak: false });
  }
}

function edges(pdf: PDFKit.PDFDocument): { left: number; right: number; width: number } {
  const { width } = pdf.page;
  return { left: MARGIN, right: width - MARGIN, width: width - 2 * MARGIN };
}

function keepRoom(pdf: PDFKit.PDFDocument, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
}

interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
}
type Block =
  | { kind: 'paragraph' | 'heading'; runs: Run[] }
  | { kind: 'item'; runs: Run[]; marker: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'rule' };

/** Reads rich text as the editor writes it: nothing is nested deeper than paragraphs in list items and cells. */
function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  let rows: string[][] | null = null;
  let list: { ordered: boolean; count: number } | null = null;
  const open = new Set<string>();

  function close(kind: 'paragraph' | 'heading'): void {
    if (runs.length > 0) {
      blocks.push(list ? { kind: 'item', runs, marker: list.ordered ? `${list.count}.` : '•' } : { kind, runs });
    }
    runs = [];
  }
  function onTag(tag: string, ends: boolean): void {
    if (ends) open.delete(tag);
    else open.add(tag);
    if (tag === 'ul' || tag === 'ol') list = ends ? null : { ordered: tag === 'ol', count: 0 };
    else if (tag === 'li' && list && !ends) list.count += 1;
    else if (tag === 'hr') blocks.push({ kind: 'rule' });
    else if (tag === 'table' && !ends) rows = [];
    else if (tag === 'table' && rows) {
      blocks.push({ kind: 'table', rows });
      rows = null;
    } else if (tag === 'tr' && !ends) rows?.push([]);
    else if ((tag === 'td' || tag === 'th') && ends) {
      rows?.at(-1)?.push(runs.map(({ text }) => text).join(''));
      runs = [];
    } else if (ends && !rows && tag === 'p') close('paragraph');
    else if (ends && tag === 'h2') close('heading');
  }

  for (const [token, slash, tag] of html.matchAll(/<(\/?)(\w+)[^>]*>|[^<]+/g)) {
    if (tag) onTag(tag, slash === '/');
    else runs.push({ text: token, bold: open.has('strong'), italic: open.has('em') });
  }
  return blocks;
}

function writeBlock(pdf: PDFKit.PDFDocument, block: Block, site: Site): void {
  const { left, right, width } = edges(pdf);
  if (block.kind === 'table') {
    writeTable(pdf, block.rows);
    return void pdf.moveDown(0.9);
  }
  if (block.kind === 'rule') {
    pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).stroke(LINE);
    return void pdf.moveDown(0.9);
  }
  if (block.kind === 'heading') {
    keepRoom(pdf, 60);
    pdf
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(site.accent)
      .text(block.runs.map(({ text }) => text).join(''), left, pdf.y, { width });
    return void pdf.moveDown(0.5);
  }
  keepRoom(pdf, 32);
  const indent = block.kind === 'item' ? 20 : 0;
  pdf.fontSize(11.5).fillColor(INK);
  if (block.kind === 'item') {
    const { y } = pdf;
    pdf.font('Times-Roman').text(block.marker, left + 4, y, { lineBreak: false });
    pdf.y = y;
  }
  for (const [index, { text, bold, italic }] of block.runs.entries()) {
    pdf.font(bold ? 'Times-Bold' : italic ? 'Times-Italic' : 'Times-Roman');
    const options = { continued: index < block.runs.length - 1, lineGap: 2.5, width: width - indent };
    if (index === 0) pdf.text(text, left + indent, pdf.y, options);
    else pdf.text(text, options);
  }
  pdf.x = left;
  pdf.moveDown(block.kind === 'item' ? 0.35 : 0.7);
}

/** @param columns widths in points, or '*' for an equal share; by default all are equal */
function writeTable(pdf: PDFKit.PDFDocument, rows: string[][], columns?: (number | string)[]): void {
  const { left, width } = edges(pdf);
  const [head = [], ...body] = rows;
  pdf.font('Helvetica').fontSize(9.5).fillColor(INK);
  pdf.table({
    position: { x: left, y: pdf.y },
    maxWidth: width,
    columnStyles: columns ?? head.map(() => '*'),
    rowStyles: () => ({ border: [0, 0, 0.5, 0] }),
    defaultStyle: { borderColor: LINE, padding: [5, 6, 5, 6], align: { x: 'left', y: 'top' } },
    data: [
      head.map((text) => ({
        text,
        type: 'TH' as const,
        font: { src: 'Helvetica-Bold', size: 9.5 },
        backgroundColor: '#edf3f2',
      })),
      ...body,
    ],
  });
  pdf.x = left;
}

/** Creation date in the files: a fixed day, so that the same bulletins give the same bytes. */
const DRAWN = new Date('2026-01-01T12:00:00Z');

const FOLDER = fileURLToPath(new URL('../db/demo/pdfs/', import.meta.url));
const town = readTown(DRAWN.getTime());
const undated = town.bulletin.map((one) => ({ ...one, number: one.number.replace(/\/\d{4}$/, '') }));
mkdirSync(FOLDER, { recursive: true });
for (const [place, bulletin] of undated.entries()) {
  if (bulletin.pdf) writeFileSync(`${FOLDER}${place + 1}.pdf`, await drawBulletin(bulletin, town.site));
}
const published = undated.filter(({ status }) => status === 'Publicado');
writeFileSync(`${FOLDER}digest.pdf`, await drawDigest(published, town.site));
