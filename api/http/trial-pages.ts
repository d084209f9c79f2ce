import { pages } from '../contract/addresses/pages.ts';
import { Problem } from '../contract/problems.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { Log } from '../log.ts';
import type { ChangedDocument } from '../contract/records.ts';
import type { Renderer } from './render.ts';

/** Draws the pages that show a document, before it is stored. @throws Problem 422 if one of them cannot be drawn */
export type TryPages = (changed: ChangedDocument) => Promise<void>;

/** What shows the town's documents: every section, the log-in, and all pages through their layout. */
const DRAWN = [
  pages.home(),
  pages.login(),
  pages.stories(),
  pages.government(),
  pages.bulletins(),
  pages.tourism(),
  pages.agenda(),
  pages.greenPoints(),
  pages.usefulData(),
  pages.alerts(),
  pages.siteMap(),
];
const REFUSED =
  'No se guardó: con este cambio el portal no podría mostrar sus páginas. Deshacé lo último que cambiaste y probá de ' +
  'nuevo; si sigue igual, avisá a quien administra el servidor.';

/**
 * Returns the function that draws the town's pages with a document that is not stored yet.
 * @param readerWith returns a reader of the town as it would be with the document; without one, as it is
 */
export function openTrialPages({
  renderer,
  readerWith,
  log,
}: {
  /** Without it the portal answers calls only, and nothing can be drawn. */
  renderer: Renderer | undefined;
  readerWith: (changed?: ChangedDocument) => PublicReader;
  log: Log;
}): TryPages {
  async function faultWith(reader: PublicReader): Promise<unknown> {
    try {
      await reader.menu();
      if (!renderer) return null;
      for (const page of DRAWN) await renderer.page(page, reader);
      for (const kind of ['public', 'admin'] as const) await renderer.shell(kind, reader);
      return null;
    } catch (error) {
      return error ?? new Error('a page cannot be drawn');
    }
  }

  return async (changed) => {
    const fault = await faultWith(readerWith(changed));
    // What cannot be drawn either way is not the document's fault, and saving it may be the remedy.
    if (fault === null || (await faultWith(readerWith())) !== null) return;
    log.error({ err: fault, document: changed.type }, 'a document with which pages cannot be drawn was refused');
    throw new Problem('value', { field: 'value', message: REFUSED });
  };
}
