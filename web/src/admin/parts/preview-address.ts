import { matchPath } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { RECORD_ENTITIES, traitsOf } from '#contract/record-types';
import type { PageType } from '#contract/record-types';

/** Record types with a public page, which can be previewed before publication. */
export const PREVIEWED = RECORD_ENTITIES.filter((type): type is Previewed => traitsOf(type).titlekeyOf !== undefined);
export type Previewed = PageType;

export const isPreviewed = (entity: string): entity is Previewed => (PREVIEWED as string[]).includes(entity);

/** Returns the address of a record's preview. */
export const previewPage = (entity: Previewed, id: string) => `${admin.edit(entity, id)}?vista=previa`;

/** The message that tells a preview in a frame that something was typed. */
export const LOOK = 'look';

/**
 * Returns the note above a preview.
 * @param unsaved labels of the fields whose shown text is not saved yet
 */
export function promiseWords(unsaved: readonly string[]): string {
  if (unsaved.length === 0) return 'Así se va a ver cuando se publique.';
  const named = unsaved.map((label) => `«${label}»`).join(' y ');
  return `Así se va a ver cuando guardes ${named} y se publique: todavía no está guardado.`;
}

/** Returns the record whose preview an address names; null for every other address. */
export function previewAt({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): { entity: Previewed; id: string } | null {
  if (new URLSearchParams(search).get('vista') !== 'previa') return null;
  for (const entity of PREVIEWED) {
    const id = matchPath(admin.editPattern(entity), pathname)?.params.id;
    if (id) return { entity, id };
  }
  return null;
}
