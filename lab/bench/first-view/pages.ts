import { pages } from '../../../api/contract/addresses/pages.ts';
import { publicCall } from '../../../api/contract/addresses/public-calls.ts';

/** Names of the pages whose first view is measured. */
export const PAGES = ['home', 'article', 'list', 'agenda', 'bulletin', 'useful numbers'] as const;
export type PageName = (typeof PAGES)[number];

/** Names of the figures that are measured for each page, with their units. */
export const FIGURES = {
  FCP: 'ms',
  LCP: 'ms',
  requests: '',
  bytes: 'KB',
  'blocking beyond 50 ms': 'ms',
  'main thread in scripts': 'ms',
  'layout shift': '',
  'everything on the device': 's',
  'on the line by then': 'KB',
  'Lighthouse rural': '',
  'Lighthouse rural FCP': 'ms',
  'Lighthouse rural LCP': 'ms',
  'Lighthouse rural TBT': 'ms',
  'Lighthouse mobile': '',
  'Lighthouse mobile FCP': 'ms',
  'Lighthouse mobile LCP': 'ms',
  'Lighthouse mobile TBT': 'ms',
  'Lighthouse accessibility': '',
  'Lighthouse best practices': '',
  'Lighthouse SEO': '',
} as const;
export type FigureName = keyof typeof FIGURES;

/**
 * Limits of what a page itself may load until a person touches it, pictures included. Requests of its service worker,
 * which fetches the application meanwhile, are not included. Chunks are scripts of the build: a page with a carousel
 * needs one that turns it.
 */
export const FIRST_VIEW: Record<PageName, { requests: number; KB: number; chunks: number }> = {
  home: { requests: 8, KB: 70, chunks: 1 },
  article: { requests: 8, KB: 45, chunks: 0 },
  list: { requests: 8, KB: 70, chunks: 1 },
  agenda: { requests: 8, KB: 45, chunks: 0 },
  bulletin: { requests: 8, KB: 45, chunks: 0 },
  'useful numbers': { requests: 8, KB: 45, chunks: 0 },
};

/**
 * Finds the paths of the pages; the article is the newest one with a picture.
 * @param url address of a portal with the demo town
 * @throws Error if no story has a picture
 */
export async function findPages(url: string): Promise<Record<PageName, string>> {
  const { items } = (await (await fetch(url + publicCall('list', { type: 'story', page: 1 }))).json()) as {
    items: { id: string; titlekey: string; image: unknown }[];
  };
  const story = items.find(({ image }) => image !== null);
  if (!story) throw new Error('the demo town has no story with a picture');
  return {
    home: pages.home(),
    article: pages.story(story),
    list: pages.stories(),
    agenda: pages.agenda(),
    bulletin: pages.bulletins(),
    'useful numbers': pages.usefulData(),
  };
}
