import { pages } from '../../api/contract/addresses/pages.ts';
import { publicCall } from '../../api/contract/addresses/calls.ts';

/** The pages whose first view is measured, by the names in the table. */
export const PAGES = ['home', 'article', 'list', 'agenda', 'bulletin', 'useful numbers'] as const;
export type PageName = (typeof PAGES)[number];

/** What is measured of each of them, by its name in the table, and its unit. */
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
} as const;
export type FigureName = keyof typeof FIGURES;

/**
 * Maximum that a page may ask for by itself until a person touches it, pictures included. Its service worker fetches the
 * application meanwhile, which does not count. Chunks are scripts of the build: a carousel has one that turns it.
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
 * The addresses of the pages; the article is the newest one with a picture.
 * @param url of a portal with the demo town
 * @throws Error where no story has a picture
 */
export async function findPages(url: string): Promise<Record<PageName, string>> {
  const { items } = (await (await fetch(url + publicCall('stories', { page: 1 }))).json()) as {
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
