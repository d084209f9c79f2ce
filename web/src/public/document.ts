import type { SiteDocument } from '#contract/records';
import { headElements } from './head.ts';
import type { HeadElement } from './head.ts';
import type { Head } from './public-page.ts';

/** The build's output files, as a document refers to them. */
export interface Assets {
  script: string;
  /** The chunks that the script imports, to preload. */
  imports: string[];
  /** Style sheets by name, inlined so that the first paint needs no further request. */
  styles: Record<string, string>;
}

/**
 * Builds a complete HTML document around a rendered body.
 * @param first style sheets of the first screen, placed in the head; the others follow the body, so that the emergency
 *   numbers come early in the document
 * @param data initial data of the script, embedded as a block that is never executed
 */
export function documentOf({
  site,
  head,
  body: rendered,
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
  const [, pictures = '', body = ''] = LEADING_PRELOADS.exec(rendered) ?? [];
  const sheets = Object.entries(assets.styles);
  const isFirst = ([name]: [string, string]) => first.includes(name);
  const metadata = url ? headElements(head, url).map(elementOf).join('') : '';
  return (
    `<!doctype html><html lang="es-AR" style="--accent:${escape(site.accent)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">${pictures}<title>${escape(head.title)}</title>${metadata}` +
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

/** React renders the preload of the first picture first; placed before the style, it starts a little earlier. */
const LEADING_PRELOADS = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s;
const elementOf = ({ name, attributes }: HeadElement) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escape(value)}"`)
    .join(' ')}>`;
const styleElement = ([, sheet]: [string, string]) => `<style>${sheet}</style>`;

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Serializes JSON for embedding in an element: escaped so that it cannot close the element. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}
