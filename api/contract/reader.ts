import type { TimelyAlert } from './alerts.ts';
import type { DateRange } from './values/dates.ts';
import type { CarouselItem, Paged } from './lists.ts';
import type { Menu } from './town/menu.ts';
import type {
  Album,
  AlbumCard,
  AgendaEvent,
  Authority,
  AuthorityCard,
  Bulletin,
  BulletinCard,
  CategoriesDocument,
  Digest,
  EventCard,
  GreenPoint,
  GreenPointPage,
  Hero,
  Label,
  PlaceMap,
  RecordOf,
  SiteDocument,
  Story,
  StoryCard,
  UsefulDataDocument,
} from './records.ts';
import type { RecordEntity } from './record-types.ts';
import type { SearchResult } from './search.ts';

/**
 * All that a public page may ask for. Three implementations: SQL on the server, the device's store, and HTTP; a test
 * runs all three over one town. Single records are null when they do not exist or are not public; pages count from 1.
 */
export interface PublicReader {
  site(): Promise<SiteDocument>;
  hero(): Promise<Hero>;
  /** The classes of bulletins, retired ones too. */
  categories(): Promise<CategoriesDocument>;
  usefulData(): Promise<UsefulDataDocument>;
  menu(): Promise<Menu>;
  /** Those that have not begun, are in force or have just ended; those in force first, the most severe first. */
  alerts(): Promise<TimelyAlert[]>;
  authorities(): Promise<AuthorityCard[]>;
  /** By the titlekey of the position. */
  authority(name: string): Promise<Authority | null>;
  story(id: string): Promise<Story | null>;
  relatedStories(id: string): Promise<StoryCard[]>;
  stories(page: number): Promise<Paged<StoryCard>>;
  /** By a label's name or hashed name. */
  storiesByLabel(label: string, page: number): Promise<Paged<StoryCard>>;
  lastStories(): Promise<StoryCard[]>;
  labels(): Promise<Label[]>;
  lastLabels(): Promise<Label[]>;
  event(id: string): Promise<AgendaEvent | null>;
  /** `all` for any category; without a range, from today on. */
  events(label: string, range: DateRange | null, page: number): Promise<Paged<EventCard>>;
  nextEvents(): Promise<EventCard[]>;
  homeCarousel(): Promise<CarouselItem[]>;
  newsCarousel(): Promise<CarouselItem[]>;
  albums(page: number): Promise<Paged<AlbumCard>>;
  highlightedAlbums(): Promise<AlbumCard[]>;
  album(id: string): Promise<Album | null>;
  maps(): Promise<PlaceMap[]>;
  greenPoints(): Promise<GreenPoint[]>;
  greenPointPage(): Promise<GreenPointPage>;
  digest(): Promise<Digest>;
  bulletin(id: string): Promise<Bulletin | null>;
  /** `all` for any class. */
  bulletins(bclass: string, range: DateRange | null, page: number): Promise<Paged<BulletinCard>>;
  /** Bulletins of a class in which every searched word begins a word, newest first. */
  bulletinSearch(bclass: string, search: string, page: number): Promise<Paged<BulletinCard>>;
  search(search: string, page: number): Promise<Paged<SearchResult>>;
  /** A record of any type, for those without a read of their own. */
  record<T extends RecordEntity>(type: T, id: string): Promise<RecordOf<T> | null>;
  /**
   * A page of any type's list; types with few records have one page with all of them. A range has what is dated, or
   * lasts, in these days; without one, those that are listed soonest first begin today.
   */
  list<T extends RecordEntity>(type: T, page: number, range?: DateRange | null): Promise<Paged<RecordOf<T>>>;
}
