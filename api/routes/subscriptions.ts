import { Router } from 'express';
import { CALENDAR_TYPE, calendarOf, eventFile } from '../contract/calendar/icalendar.ts';
import { rosterCalendar } from '../contract/calendar/roster-calendar.ts';
import { zonesOf } from '../contract/calendar/roster-rows.ts';
import { withCategoryName } from '../contract/town/categories.ts';
import { pages } from '../contract/addresses/pages.ts';
import { subscriptionOf, subscriptions } from '../contract/addresses/subscriptions.ts';
import { icon } from '../contract/town/icons.ts';
import { leadOf } from '../contract/leads.ts';
import { isListedType } from '../contract/record-types.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import { SECTIONS } from '../contract/sections.ts';
import type { SectionTraits } from '../contract/sections.ts';
import { sectionName } from '../contract/town/menu.ts';
import type { Day } from '../contract/values/dates.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { AgendaEvent, SiteDocument } from '../contract/records.ts';
import type { Answer, AnswerCache } from '../http/cache/answer-cache.ts';
import { openPublicFiles } from '../http/public-file.ts';
import { NOTHING_LOADS } from '../http/reply.ts';
import { part } from '../http/route.ts';
import { atomOf } from '../subscriptions/atom.ts';
import type { AtomEntry } from '../subscriptions/atom.ts';
import { capOf } from '../subscriptions/cap.ts';
import { alertEntry, bulletinEntry, recordEntry, storyEntry } from '../subscriptions/entries.ts';
import type { SubscriptionReader } from '../subscriptions/reader.ts';

interface Parts {
  reader: PublicReader;
  subscribed: SubscriptionReader;
  answerCache: AnswerCache;
  /** Public address of the portal. */
  origin: string;
  /** The day in the town. */
  today: () => Day;
}

/** The address and the page of a subscription, and what it is called in a town. */
interface Subscription {
  self: string;
  page: string;
  title: (site: SiteDocument) => string;
}

/**
 * Returns what a section is called as a subscription. @param part the name of the label, class or category that it has
 */
const titleOf =
  (section: string, part = '') =>
  (site: SiteDocument) =>
    `${sectionName(site, section)} de ${site.town}${part && `: ${part}`}`;

/** What the routes below share: `get` answers with a public file, from the cache if it has it. */
interface Routes extends Omit<Parts, 'answerCache'> {
  get: ReturnType<typeof openPublicFiles>;
}

/** What other programs subscribe to: news and bulletins as Atom, the agenda and single events as iCalendar. */
export function subscriptionRoutes({ answerCache, ...parts }: Parts): Router {
  const router = Router({ caseSensitive: true });
  const routes = { ...parts, get: openPublicFiles(router, answerCache) };
  storyFeeds(routes);
  bulletinFeeds(routes);
  alertFeeds(routes);
  calendars(routes);
  rosterCalendars(routes);
  for (const section of SECTIONS) if (!OWN_FEEDS.has(section.address)) sectionFeed(section, routes);
  return router;
}

const OWN_FEEDS = new Set<string>([pages.stories(), pages.bulletins(), pages.alerts(), pages.agenda()]);

/** The feed of a section that has no words of its own here: of its first type. */
function sectionFeed({ address: page, feed, types: [type] }: SectionTraits, routes: Routes): void {
  if (feed !== 'atom' || !type || !isListedType(type)) return;
  const { get, reader, subscribed, origin } = routes;
  const self = subscriptionOf(page, 'atom');
  get(self, async () => {
    const categories = await reader.document('categories');
    const entries = subscribed
      .records(type)
      .map((one) => recordEntry<RecordEntity>(type, one, origin, leadOf<RecordEntity>(type, one.record, categories)));
    return atom(routes, { self, page, title: titleOf(page) }, entries);
  });
}

function storyFeeds(routes: Routes): void {
  const { get, subscribed, origin } = routes;
  get(subscriptions.stories(), () => {
    const title = titleOf(pages.stories());
    const entries = subscribed.stories().map((one) => storyEntry(one, origin));
    return atom(routes, { self: subscriptions.stories(), page: pages.stories(), title }, entries);
  });
  get(subscriptions.storiesByLabel(':label'), async (req) => {
    const hash = part(req, 'label');
    const found = subscribed.storiesByLabel(hash);
    if (!found) return null;
    const { name, stories } = found;
    return atom(
      routes,
      {
        self: subscriptions.storiesByLabel(hash),
        page: pages.storiesByLabel(hash),
        title: titleOf(pages.stories(), `#${name}`),
      },
      stories.map((one) => storyEntry(one, origin)),
    );
  });
}

function bulletinFeeds(routes: Routes): void {
  const { get, reader, subscribed, origin } = routes;
  get(subscriptions.bulletins(), async () => {
    const title = titleOf(pages.bulletins());
    const { bulletin: classes } = await reader.document('categories');
    const entries = subscribed.bulletins().map((one) => bulletinEntry(one, origin, classes));
    return atom(routes, { self: subscriptions.bulletins(), page: pages.bulletins(), title }, entries);
  });
  get(subscriptions.bulletinsByClass(':bclass'), async (req) => {
    const bclass = part(req, 'bclass');
    const found = subscribed.bulletinsByClass(bclass);
    if (!found) return null;
    const { name, bulletins } = found;
    const { bulletin: classes } = await reader.document('categories');
    return atom(
      routes,
      {
        self: subscriptions.bulletinsByClass(bclass),
        page: pages.bulletinsByClass(bclass),
        title: titleOf(pages.bulletins(), name),
      },
      bulletins.map((one) => bulletinEntry(one, origin, classes)),
    );
  });
}

/** The alerts as Atom, and each as a message of CAP. */
function alertFeeds(routes: Routes): void {
  const { get, reader, subscribed, origin } = routes;
  get(subscriptions.alerts(), () => {
    const title = titleOf(pages.alerts());
    const entries = subscribed.alerts().map((one) => alertEntry(one, origin));
    return atom(routes, { self: subscriptions.alerts(), page: pages.alerts(), title }, entries);
  });
  get(subscriptions.alert({ id: ':id' }), async (req) => {
    const found = subscribed.alert(part(req, 'id'));
    if (!found) return null;
    const body = capOf(found.record, { site: await reader.document('site'), origin, sent: found.sent });
    return { status: 200, headers: { 'Content-Type': 'application/cap+xml; charset=utf-8', ...NOTHING_LOADS }, body };
  });
}

/** The turns of each roster as iCalendar, all or what is in a zone that it names. */
function rosterCalendars({ get, reader, origin, today }: Routes): void {
  const answer = async (id: string, zone: string) => {
    const roster = await reader.record('roster', id);
    if (!roster || (zone && !zonesOf([roster]).includes(zone))) return null;
    const name = zone ? `${roster.title}, zona ${zone}` : roster.title;
    const self = origin + subscriptions.roster(roster, zone);
    const head = { name, description: roster.description || name, self, page: origin + pages.roster(roster) };
    const body = rosterCalendar(roster, zone, origin, head, today());
    return { status: 200, headers: { 'Content-Type': CALENDAR_TYPE }, body };
  };
  get('/guardias/:id.ics', (req) => answer(part(req, 'id'), ''));
  get('/guardias/:id/:zone.ics', (req) => answer(part(req, 'id'), part(req, 'zone')));
}

/** The agenda and single events as iCalendar. */
function calendars(routes: Routes): void {
  const { get, reader, subscribed, origin } = routes;
  get(subscriptions.agenda(), () => {
    const title = titleOf(pages.agenda());
    return calendar(routes, { self: subscriptions.agenda(), page: pages.agenda(), title }, subscribed.events());
  });
  get(subscriptions.agendaByLabel(':label'), async (req) => {
    const label = part(req, 'label');
    const found = subscribed.eventsByLabel(label);
    if (!found) return null;
    const { name, events } = found;
    return calendar(
      routes,
      {
        self: subscriptions.agendaByLabel(label),
        page: pages.agendaByLabel(label),
        title: titleOf(pages.agenda(), name),
      },
      events,
    );
  });
  get(subscriptions.event({ id: ':id' }), async (req) => {
    const event = await reader.record('agenda', part(req, 'id'));
    const { agenda } = await reader.document('categories');
    return event && { status: 200, ...eventFile(withCategoryName(event, agenda), origin) };
  });
}

async function atom(
  { reader, origin }: Routes,
  { self, page, title }: Subscription,
  entries: AtomEntry[],
): Promise<Answer> {
  const site = await reader.document('site');
  const body = atomOf({
    title: title(site),
    subtitle: site.motto,
    author: site.name,
    self: origin + self,
    page: origin + page,
    icon: `${origin}${icon(site, '192')}`,
    entries,
  });
  return { status: 200, headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', ...NOTHING_LOADS }, body };
}

async function calendar(
  { reader, origin }: Routes,
  { self, page, title }: Subscription,
  events: AgendaEvent[],
): Promise<Answer> {
  const [site, { agenda }] = await Promise.all([reader.document('site'), reader.document('categories')]);
  const named = events.map((event) => withCategoryName(event, agenda));
  const name = title(site);
  const head = { name, description: `Los eventos de ${site.town}.`, self: origin + self, page: origin + page };
  return { status: 200, headers: { 'Content-Type': CALENDAR_TYPE }, body: calendarOf(named, origin, head) };
}
