import { matchPath } from 'react-router-dom';
import { admin } from '#contract/paths';

/** What has a page of its own that the public cannot read yet. */
export const PREVIEWED = ['story', 'agenda', 'authority', 'album', 'bulletin'] as const;
export type Previewed = (typeof PREVIEWED)[number];

export const isPreviewed = (entity: string): entity is Previewed => (PREVIEWED as readonly string[]).includes(entity);

/** The address of a record's preview. */
export const previewPage = (entity: Previewed, id: string) => `${admin.edit(entity, id)}?vista=previa`;

/** The record whose preview an address asks for; null for every other address. */
export function previewAt({ pathname, search }: { pathname: string; search: string }): { entity: Previewed; id: string } | null {
  if (new URLSearchParams(search).get('vista') !== 'previa') return null;
  for (const entity of PREVIEWED) {
    const id = matchPath(admin.editPattern(entity), pathname)?.params.id;
    if (id) return { entity, id };
  }
  return null;
}
