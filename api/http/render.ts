import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Assets, Inline } from '../../web/src/public/document.ts';
import type { Rendered } from '../../web/src/entry-server.tsx';
import type { PlainTickets } from '../contract/tickets/plain-page.ts';
import type { StampedView } from '../../web/src/public/view.ts';
import { dayAt } from '../contract/values/dates.ts';
import type { PublicReader } from '../contract/reader.ts';
import { withInlinedCode } from './inlined-qr-code.ts';
import { documentPolicy } from './security-headers.ts';
import { openStyles } from './used-styles.ts';

export interface Renderer {
  /** @param path path and query of a public page; @param reader where it finds what it shows */
  page(path: string, reader: PublicReader): Promise<Rendered>;
  /** The same page's data; the target if the address is redirected. */
  view(path: string, reader: PublicReader): Promise<StampedView | { redirect: string }>;
  /** The shell that a device keeps for starting offline, of the public site or the back office. */
  shell(kind: 'public' | 'admin', reader: PublicReader): Promise<string>;
  /** The page of a draft, without scripts. @param path of its public page; @param reader which shows it */
  draft(path: string, reader: PublicReader): Promise<string>;
  /** A page of tickets, which nobody but its reader may keep. @param shown what it shows without scripts */
  tickets(path: string, shown: PlainTickets, reader: PublicReader): Promise<string>;
  /** The page that stands for a document that is not there, without scripts: its address is not one of a page. */
  missingFile(reader: PublicReader): Promise<string>;
  /** The QR code of a page's public address, as an SVG picture. @param path of the page, without a query */
  qrCode(path: string): string;
}

type ServerBundle = typeof import('../../web/src/entry-server.tsx');

/**
 * Opens the renderer, which draws public pages on the server with the same components as the browser.
 * @param dist the folder of the build: `web` for the browser, `server` for this
 * @throws Error when nothing was built there
 */
export async function openRenderer({
  now,
  origin,
  dist,
}: {
  now: () => number;
  origin: string;
  dist: string;
}): Promise<Renderer> {
  const bundle = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as ServerBundle;
  const assets = assetsIn(join(dist, 'web'));
  const site = { assets: assets.site, policyOf: documentPolicy };
  const admin = { assets: assets.admin, policyOf: (inline: Inline) => documentPolicy({ ...inline, isAdmin: true }) };
  return {
    async page(path, reader) {
      const rendered = await bundle.renderPage({ path, reader, today: dayAt(now()), origin, stampOf, ...site });
      return { ...rendered, html: withInlinedCode(rendered.html, (page) => bundle.qrModules(origin + page)) };
    },
    view: (path, reader) => bundle.loadView({ path, reader, today: dayAt(now()), origin, stampOf }),
    shell: (kind, reader) =>
      kind === 'admin'
        ? bundle.renderAdminShell({ reader, ...admin })
        : bundle.renderShell({ reader, today: dayAt(now()), ...site }),
    draft: (path, reader) => bundle.renderDraft({ path, reader, today: dayAt(now()), origin, ...site }),
    tickets: (path, shown, reader) =>
      bundle.renderTickets({ path, shown, reader, today: dayAt(now()), origin, ...site }),
    missingFile: (reader) => bundle.renderMissingFile({ reader, today: dayAt(now()), origin, ...site }),
    qrCode: (path) => bundle.qrCode(origin + path),
  };
}

const stampOf = (json: string) => createHash('sha256').update(json).digest('base64url').slice(0, 8);

/** Pages with a style sheet of their own, which comes with their code. */
const OWN_SHEETS = ['cartelera', 'tickets/tickets'];
/** In the order of the document. */
export const SHEETS = ['core', 'home', 'lists', 'rows', 'article', 'turns', 'alerts', 'late'];

/** One entry of the build's manifest (Vite's format). */
interface Built {
  file: string;
  css?: string[];
  imports?: string[];
}

function assetsIn(webDir: string): { site: Assets; admin: Assets } {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<string, Built>;
  function built(source: string): Built {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} was not built`);
    return chunk;
  }
  const contentOf = (file: string) => readFileSync(join(webDir, file), 'utf8').trim();
  const textOf = (source: string) => contentOf(built(source).file);
  const ownSheet = (page: string) => built(`web/src/public/pages/${page}.tsx`).css?.map(contentOf).join('') ?? '';
  const addressOf = (source: string) => `/${built(source).file}`;

  const main = 'web/src/main.tsx';
  function withImports(source: string, seen = new Set<string>()): Set<string> {
    if (seen.has(source)) return seen;
    seen.add(source);
    for (const one of built(source).imports ?? []) withImports(one, seen);
    return seen;
  }
  const admin = 'web/src/admin/main.tsx';
  // Its names are not to become those of the page.
  const starter = `(()=>{${textOf('web/src/starter.ts')}})()`;
  const beforeAlerts = `(()=>{${textOf('web/src/before-alerts.ts')}})()`;
  const turning = addressOf('web/src/turning.ts');
  const light = addressOf('web/src/light.ts');
  return {
    site: {
      script: addressOf(main),
      imports: [...withImports(main)].slice(1).map(addressOf),
      starter,
      turning,
      light,
      beforeAlerts,
      styles: openStyles(Object.fromEntries(SHEETS.map((name) => [name, textOf(`web/src/styles/${name}.css`)]))),
      style: addressOf('web/src/styles/all.css'),
      ownStyles: Object.fromEntries(OWN_SHEETS.map((page) => [page, ownSheet(page)])),
    },
    admin: {
      script: addressOf(admin),
      imports: [],
      starter,
      turning,
      light: null,
      beforeAlerts: '',
      styles: openStyles({ shell: textOf('web/src/styles/admin-shell.css') }),
      style: addressOf('web/src/styles/all.css'),
      ownStyles: {},
    },
  };
}
