import { phonesInText } from '#contract/values/phones';
import { pictureWidths } from '#contract/values/pictures';
import { ACROSS } from './media/image.tsx';

/**
 * Returns a stored rich text as pages draw it, the same on the server and on a device.
 * @param town the town's own telephone, for numbers without an area code
 */
export const drawnText = (html: string, town?: string) =>
  withWholeAmounts(withWidths(withTables(withPhones(withMailboxes(html), town))));

/** Makes links of telephones. What asks to call one may stand before a tag: `al <strong>103</strong>`. */
function withPhones(html: string, town?: string): string {
  let before = '';
  return html.replace(/<a\b.*?<\/a>|<[^>]*>|[^<]+/gs, (piece) => {
    if (piece.startsWith('<')) {
      if (!/^<\/?(?:a|b|em|i|strong)\b/.test(piece)) before = '';
      return piece;
    }
    const parts = phonesInText(piece, town, before);
    before += piece;
    return parts.map(({ text, tel }) => (tel ? `<a href="${tel}">${text}</a>` : text)).join('');
  });
}

/** Makes links of mailboxes. A long one breaks before its @, also where an editor has made the link. */
const withMailboxes = (html: string) =>
  html.replace(
    /(<a\b.*?<\/a>|<[^>]*>)|([\w.+-]+)(@[\w-]+(?:\.[\w-]+)+)/gs,
    (_, tag: string, name: string, host: string) =>
      tag ? tag.replace(/>([^<@]+)(?=@[^<]+<)/, '>$1<wbr>') : `<a href="mailto:${name}${host}">${name}<wbr>${host}</a>`,
  );

/** How many columns a table has that becomes rows on a phone: two fit there, and of many more a row would be a list. */
const [FEWEST, MOST] = [3, 5];

/**
 * Wraps each table in a scrollable, focusable box; the table keeps its role for screen readers. Where it becomes rows,
 * each cell has the words of its column's head.
 */
const withTables = (html: string) =>
  html.replace(/<table(.*?)<\/table>/gs, (_, table: string) => {
    const [start = '', first = '', ...rows] = table.split('<tr');
    const heads = [...first.matchAll(/<th\b.*?>(.*?)<\/th>/gs)].map(([, head = '']) =>
      head.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;'),
    );
    const isStacked = heads.length >= FEWEST && heads.length <= MOST;
    const drawn = isStacked
      ? [` class="stacked"${start}`, first, ...rows.map((row) => withHeads(row, heads))].join('<tr')
      : table;
    return `<div class="scroll" role="group" aria-label="Tabla" tabindex="0"><table${drawn}</table></div>`;
  });

function withHeads(row: string, heads: string[]): string {
  let at = 0;
  return row.replace(/<t[dh]\b/g, (cell) => `${cell} data-head="${heads[at++] ?? ''}"`);
}

/** Width in pixels from which a picture fills the column of a text; others are shown in the size that they have. */
const FILLS_COLUMN = 640;

/** Loads a picture when it comes into view, as wide as it is shown: it is stored in several widths. */
function withWidths(html: string): string {
  return html.replace(
    /(class="half">)?<img src="([^"]+)-\d+\.webp"( alt="[^"]*")? width="(\d+)"/g,
    (_, half: string = '', base: string, alt: string = ' alt=""', width: string) => {
      const widths = pictureWidths({ width: Number(width) });
      const srcset = widths.map((one) => `${base}-${one}.webp ${one}w`).join(', ');
      const across = half ? '(min-width: 60em) 20rem, 50vw' : `(min-width: 60em) 40rem, ${ACROSS}`;
      const sizes = Number(width) < FILLS_COLUMN ? `${width}px` : across;
      const sources = `srcset="${srcset}" src="${base}-${widths.at(-1)}.webp"`;
      return `${half}<img loading="lazy" decoding="async" sizes="${sizes}" ${sources}${alt} width="${width}"`;
    },
  );
}

/** Keeps the sign of an amount on its line, as in «$ 1.500». */
const withWholeAmounts = (html: string) => html.replace(/\$ (?=\d)/g, '$\u00a0');
