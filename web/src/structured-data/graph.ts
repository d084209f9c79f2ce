import type { Graph, Thing } from 'schema-dts';
import { PAGE_SIZE } from '#contract/limits';
import { pages } from '#contract/addresses/pages';
import { sectionName } from '#contract/town/menu';
import type {
  Album,
  AlbumCard,
  Bulletin,
  BulletinCard,
  EventCard,
  Procedure,
  ProcedureCard,
  RecordOf,
  StoryCard,
} from '#contract/records';
import type { Agenda } from '../public/pages/agenda.tsx';
import type { Office } from '../public/pages/records/authority.tsx';
import type { Bulletins } from '../public/pages/bulletins.tsx';
import type { EventArticle } from '../public/pages/records/event.tsx';
import type { Government } from '../public/pages/government.tsx';
import type { Home } from '../public/pages/home.tsx';
import type { RosterPage } from '../public/pages/records/roster.tsx';
import type { Rosters } from '../public/pages/rosters.tsx';
import type { Stories } from '../public/pages/stories.tsx';
import type { Article } from '../public/pages/records/story.tsx';
import type { Tourism } from '../public/pages/tourism.tsx';
import type { Procedures } from '../public/pages/procedures.tsx';
import type { PageName } from '../public/routes.ts';
import type { View } from '../public/view.ts';
import { organization, website } from './organization.ts';
import { governmentService } from './government-service.ts';
import { rosterThings } from './roster.ts';
import { gallery, newsArticle, officialArticle, person, townEvent, webPage } from './records.ts';
import { breadcrumbs, itemList } from './breadcrumbs.ts';
import type { DescribedPage, Step } from './breadcrumbs.ts';

/** Returns what a page contains, beside the town hall and the site; null for a page that is not to be found. */
type Describe<D = unknown> = (data: D, shown: DescribedPage) => Thing[] | null;

/**
 * Returns what a page says to search engines in the vocabulary of schema.org: one graph, written into the document by
 * the server only. Null for what they are asked to leave out.
 */
export function graphOf({ name, data, head, url, layout: { site, categories } }: View, origin: string): Graph | null {
  if (data === null || head.noIndex) return null;
  const shown = { site, categories, title: head.title.replace(` · ${site.name}`, ''), url, origin };
  const things = THINGS[name](data, shown);
  return things && { '@context': 'https://schema.org', '@graph': [organization(shown), website(shown), ...things] };
}

/** Describes a page by its data, whose type is erased here as in the table of pages. */
const of = <D>(describe: Describe<D>): Describe => describe as Describe;
const withoutRecords: Describe = (_, shown) => [breadcrumbs(shown)];

const sectionStep = (address: string, { site }: DescribedPage): Step => [sectionName(site, address), address];
const storyStep = (story: StoryCard): Step => [story.title, pages.story(story)];
const eventStep = (event: EventCard): Step => [event.title, pages.event(event)];
const bulletinStep = (bulletin: BulletinCard): Step => [bulletin.title, pages.bulletin(bulletin)];
const procedureStep = (procedure: ProcedureCard): Step => [procedure.title, pages.procedure(procedure)];
const albumStep = (album: AlbumCard): Step => [album.title, pages.album(album)];
const before = (page: number) => (page - 1) * PAGE_SIZE;

const THINGS: Record<PageName, Describe> = {
  home: of<Home>(({ stories, events }, shown) => [
    ...itemList(shown, sectionName(shown.site, pages.stories()), stories.map(storyStep)),
    ...itemList(shown, sectionName(shown.site, pages.agenda()), events.map(eventStep)),
  ]),
  rosters: of<Rosters>((rosters, shown) => [
    breadcrumbs(shown),
    ...itemList(
      shown,
      sectionName(shown.site, pages.rosters()),
      rosters.map((one): Step => [one.title, pages.roster(one)]),
    ),
  ]),
  'records/roster': of<RosterPage>((data, shown) => [
    ...rosterThings(data, shown),
    breadcrumbs(shown, sectionStep(pages.rosters(), shown)),
  ]),
  today: withoutRecords,
  login: () => null,
  device: () => null,
  notifications: () => null,
  'tickets/tickets': () => null,
  stories: of<Stories>(({ items, page }, shown) => [
    breadcrumbs(shown, sectionStep(pages.stories(), shown)),
    ...itemList(shown, sectionName(shown.site, pages.stories()), items.map(storyStep), before(page)),
  ]),
  'records/story': of<Article>(({ story }, shown) => [
    newsArticle(story, shown),
    breadcrumbs(shown, sectionStep(pages.stories(), shown)),
  ]),
  agenda: of<Agenda>(({ items }, shown) => [
    breadcrumbs(shown, sectionStep(pages.agenda(), shown)),
    ...itemList(shown, sectionName(shown.site, pages.agenda()), items.map(eventStep)),
  ]),
  'records/event': of<EventArticle>(({ event }, shown) => [
    townEvent(event, shown),
    breadcrumbs(shown, sectionStep(pages.agenda(), shown)),
  ]),
  government: of<Government>((authorities, shown) => [
    breadcrumbs(shown),
    ...itemList(
      shown,
      sectionName(shown.site, pages.government()),
      authorities.map((one): Step => [`${one.position}: ${one.name}`, pages.authority(one)]),
    ),
  ]),
  'records/authority': of<Office>(({ authority }, shown) => [
    person(authority, shown),
    breadcrumbs(shown, sectionStep(pages.government(), shown)),
  ]),
  procedures: of<Procedures>(({ groups }, shown) => [
    breadcrumbs(shown, sectionStep(pages.procedures(), shown)),
    ...itemList(
      shown,
      sectionName(shown.site, pages.procedures()),
      groups.flatMap(({ procedures }) => procedures.map(procedureStep)),
    ),
  ]),
  'records/procedure': of<Procedure>((procedure, shown) => [
    governmentService(procedure, shown),
    breadcrumbs(shown, sectionStep(pages.procedures(), shown)),
  ]),
  tourism: of<Tourism>(({ albums, page }, shown) => [
    breadcrumbs(shown, sectionStep(pages.tourism(), shown)),
    ...itemList(shown, 'Álbumes', albums.items.map(albumStep), before(page)),
  ]),
  'records/album': of<Album>((album, shown) => [
    gallery(album, shown),
    breadcrumbs(shown, sectionStep(pages.tourism(), shown)),
  ]),
  'green-points': withoutRecords,
  bulletins: of<Bulletins>(({ items, page }, shown) => [
    breadcrumbs(shown, sectionStep(pages.bulletins(), shown)),
    ...itemList(shown, sectionName(shown.site, pages.bulletins()), items.map(bulletinStep), before(page)),
  ]),
  'records/bulletin': of<Bulletin>((bulletin, shown) => [
    officialArticle(bulletin, shown),
    breadcrumbs(shown, sectionStep(pages.bulletins(), shown)),
  ]),
  alerts: (_, shown) => [breadcrumbs(shown, sectionStep(pages.alerts(), shown))],
  'records/alert': (_, shown) => [breadcrumbs(shown, sectionStep(pages.alerts(), shown))],
  'useful-data': withoutRecords,
  'records/free-page': of<RecordOf<'page'>>((record, shown) => [webPage(record, shown), breadcrumbs(shown)]),
  'site-map': withoutRecords,
  cartelera: withoutRecords,
  search: () => null,
};
