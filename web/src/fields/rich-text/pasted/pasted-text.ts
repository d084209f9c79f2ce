import { linkAddress } from '#contract/values/links';
import { escaped } from '#contract/values/text';

/** What was pasted, as rich text. */
export interface Pasted {
  html: string;
  /** What has no place in it, in words for a person. */
  lost: readonly string[];
  /** The same with lines that belong together joined, where the page of a PDF seems to have broken them. */
  joined: string | null;
  /** The pictures in it that are still to be taken. */
  pictures: readonly PastedPicture[];
  /** The names in it of pictures that are elsewhere, for a person to pick. */
  asked: readonly string[];
}

/** A picture whose bytes are on the clipboard, and the name by which the text calls it until they were taken. */
export interface PastedPicture {
  name: string;
  file: File;
}

/**
 * Makes rich text of plain text as people write it: `*bold*`, `_italics_` and `~strikes~` of WhatsApp, lines that begin
 * with a dash or a number, tables with tabs, and addresses.
 */
export function fromText(text: string): Pasted {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const joined = isBroken(lines) ? blocks(joinLines(lines)) : null;
  return { html: blocks(lines), lost: [], joined, pictures: [], asked: [] };
}

const ITEM = /^\s*(?:[-–*•·●▪◦]|(\d{1,3})[.)])\s+(?=\S)/;

function blocks(lines: readonly string[]): string {
  // Where empty lines part the paragraphs, a single break is one within a paragraph.
  const isSpaced = lines.some((line, i) => line === '' && i > 0 && i < lines.length - 1);
  const html: string[] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 0) html.push(`<p>${run.map(inline).join('<br>')}</p>`);
    run = [];
  };
  for (let at = 0; at < lines.length;) {
    const list = itemsFrom(lines, at);
    const table = rowsFrom(lines, at);
    if (list.length > 1 || table.length > 1) {
      end();
      html.push(list.length > 1 ? listOf(list) : tableOf(table));
      at += Math.max(list.length > 1 ? list.length : 0, table.length > 1 && list.length < 2 ? table.length : 0);
      continue;
    }
    const line = lines[at] ?? '';
    if (line.trim() === '') end();
    else run.push(line.trim());
    if (!isSpaced) end();
    at += 1;
  }
  end();
  return html.join('');
}

/** The lines from one on that are items of one list; those with numbers only if they count from one on. */
function itemsFrom(lines: readonly string[], at: number): string[] {
  const first = ITEM.exec(lines[at] ?? '');
  if (!first) return [];
  const isOrdered = first[1] !== undefined;
  const items: string[] = [];
  for (let i = at; i < lines.length; i += 1) {
    const found = ITEM.exec(lines[i] ?? '');
    if (!found || (found[1] !== undefined) !== isOrdered) break;
    if (isOrdered && Number(found[1]) !== items.length + 1) break;
    items.push(lines[i] ?? '');
  }
  return items;
}

function listOf(items: readonly string[]): string {
  const tag = /^\s*\d/.test(items[0] ?? '') ? 'ol' : 'ul';
  return `<${tag}>${items.map((item) => `<li>${inline(item.replace(ITEM, ''))}</li>`).join('')}</${tag}>`;
}

/** The lines from one on that have the same number of tabs. */
function rowsFrom(lines: readonly string[], at: number): string[] {
  const tabs = (line = '') => line.split('\t').length - 1;
  const count = tabs(lines[at]);
  const end = lines.findIndex((line, i) => i > at && tabs(line) !== count);
  return count === 0 ? [] : lines.slice(at, end < 0 ? undefined : end);
}

const tableOf = (rows: readonly string[]) =>
  `<table><tbody>${rows
    .map(
      (row) =>
        `<tr>${row
          .split('\t')
          .map((cell) => `<td>${inline(cell.trim())}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</tbody></table>`;

const MARKS = [
  ['*', 'strong'],
  ['_', 'em'],
  ['~', 'del'],
] as const;
/** An address in a text, without the punctuation after it. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)\]*_~]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** A line with its marks and links. */
function inline(line: string): string {
  let html = '';
  let at = 0;
  for (const found of line.matchAll(ADDRESS)) {
    const address = linkAddress(found[0]);
    if (address === null) continue;
    const words = escaped(found[0]).replace(/[*_~]/g, held);
    html += `${escaped(line.slice(at, found.index))}<a href="${escaped(address)}">${words}</a>`;
    at = found.index + found[0].length;
  }
  html += escaped(line.slice(at));
  for (const [sign, tag] of MARKS) {
    // Around words, not within one: an address or a file's name may have the same signs.
    const form = new RegExp(
      `(^|[\\s(¡¿"'*_~>])\\${sign}(?=\\S)([^\\${sign}]*[^\\s\\${sign}])\\${sign}(?=$|[\\s).,;:!?"'*_~<])`,
      'g',
    );
    html = html.replace(form, `$1<${tag}>$2</${tag}>`);
  }
  return html;
}
/** A sign of an address, which is no mark. */
const held = (sign: string) => `&#${sign.charCodeAt(0)};`;

/** Number of characters of a line that may be one of a printed page. */
const [SHORTEST, LONGEST] = [35, 140];

/** Whether lines seem to be broken where a page ended, not where a sentence did. */
function isBroken(lines: readonly string[]): boolean {
  const followed = lines.filter((line, i) => line.trim() !== '' && (lines[i + 1] ?? '').trim() !== '');
  const cut = followed.filter(
    (line) => line.length >= SHORTEST && line.length <= LONGEST && !/[.:;!?»”")]$/.test(line) && !line.includes('\t'),
  );
  return cut.length >= 3 && cut.length >= followed.length / 2;
}

/** Joins the lines of a paragraph, and the words that were divided at their ends. */
function joinLines(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const words = line.trim();
    const isNew = !isOpen || words === '' || ITEM.test(line);
    if (isNew) joined.push(words);
    else {
      const before = joined.at(-1) ?? '';
      const isDivided = /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(words);
      joined[joined.length - 1] = isDivided ? before.slice(0, -1) + words : `${before} ${words}`;
    }
    // A sentence that ends well before the edge ends its paragraph.
    const isEnd = words === '' || (/[.:!?»”"]$/.test(words) && line.length < 0.85 * width) || line.length < width / 2;
    isOpen = !isEnd;
    if (isEnd && words !== '') joined.push('');
  }
  return joined;
}
