import type { SiteDocument } from '#contract/records';
import { headElements } from './head.ts';
import type { HeadElement } from './head.ts';
import type { Head } from './public-page.ts';

/** What the build has made, as a document refers to it. */
export interface Assets {
  script: string;
  /** The chunks that the script waits for. */
  imports: string[];
  /** Sheets by name, put into the document: nothing is waited for before the first paint. */
  styles: Record<string, string>;
}

/**
 * A whole HTML document around a drawn body.
 * @param first the sheets of the first screen, which stand in the head; the others follow the body, so that the
 *   emergency numbers come early in the document
 * @param data what the script starts from, as a block that is never run
 */
export function documentOf({
  site,
  head,
  body: drawn,
  data,
  url,
  assets,
  first,
}: {
  site: SiteDocument;
  head: Head;
  body: string;
  data: unknown;
  url?: string;
  assets: Assets;
  first: string[];
}): string {
  const [, pictures = '', body = ''] = LEADING_PRELOADS.exec(drawn) ?? [];
  const sheets = Object.entries(assets.styles);
  const isFirst = ([name]: [string, string]) => first.includes(name);
  const told = url ? headElements(head, url).map(elementOf).join('') : '';
  return (
    `<!doctype html><html lang="es-AR" style="--accent:${escape(site.accent)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">${pictures}<title>${escape(head.title)}</title>${told}` +
    `<meta name="theme-color" content="${escape(site.accent)}"><link rel="manifest" href="/manifest.webmanifest">` +
    `<link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/icons/icon-180.png">` +
    `${sheets.filter(isFirst).map(styleElement).join('')}</head>` +
    `<body><div id="root">${body}</div>${sheets
      .filter((sheet) => !isFirst(sheet))
      .map(styleElement)
      .join('')}<script type="application/json" id="data">${json(data)}</script>` +
    `${assets.imports.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`).join('')}<script type="module" fetchpriority="low" src="${assets.script}"></script></body></html>`
  );
}

/** React asks for the first picture in front of what it draws; before the style it is asked for a moment earlier. */
const LEADING_PRELOADS = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s;
const elementOf = ({ name, attributes }: HeadElement) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escape(value)}"`)
    .join(' ')}>`;
const styleElement = ([, sheet]: [string, string]) => `<style>${sheet}</style>`;

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON that can stand inside an element: nothing in it can end the element. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}
