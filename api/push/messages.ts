import { pages, recordPage } from '../contract/addresses/pages.ts';
import { endOf } from '../contract/calendar/alerts.ts';
import { hoursOf, lastDayOf } from '../contract/calendar/event-times.ts';
import { bulletinLead, titleOf } from '../contract/leads.ts';
import { alertMessageText } from '../contract/messages/alert-message.ts';
import { alertTag, PUSH_MESSAGE_MAX } from '../contract/messages/push-message.ts';
import type { PushMessage } from '../contract/messages/push-message.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import type { AgendaEvent, Alert, Bulletin, RecordOf, SiteDocument, Story } from '../contract/records.ts';
import type { TopicSection } from '../contract/sections.ts';
import type { Category } from '../contract/town/categories.ts';
import { sectionName } from '../contract/town/menu.ts';
import { leafOf, longDay } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { cutAtWord } from '../contract/values/text.ts';

/** The texts of the messages of each topic. In all functions `at` is when it is sent, ms since the epoch. */

/** Number of events, stories or bulletins that a message names. */
const MOST_LINES = 8;
const TITLE_MAX = 150;

export function alertMessage(alert: Alert, at: number): PushMessage {
  const { id, severity } = alert;
  return {
    ...alertMessageText(alert),
    url: pages.alert(alert),
    tag: alertTag(id),
    topic: 'alertas',
    severity,
    expires: new Date(endOf(alert)).toISOString(),
    at: new Date(at).toISOString(),
  };
}

/** A story or bulletin in a message. */
export interface PublishedItem {
  /** The message about this one alone. */
  title: string;
  body: string;
  url: string;
  /** Its line in a message about several. */
  line: string;
}

/** @param site names the section */
export function bulletinItem(bulletin: Bulletin, classes: Category[], site: NamedSections): PublishedItem {
  const lead = bulletinLead(bulletin, classes);
  const { title } = bulletin;
  return {
    title: `${sectionName(site, pages.bulletins())}: ${lead}`,
    body: title,
    url: pages.bulletin(bulletin),
    line: `${lead}: ${title}`,
  };
}

export function storyItem(story: Story): PublishedItem {
  const { title, description } = story;
  return { title, body: description, url: pages.story(story), line: title };
}

/** A record of a type that has no words of its own here. @param lead what comes before its title, '' for nothing */
export function recordItem(type: RecordEntity, record: RecordOf<RecordEntity>, lead: string): PublishedItem {
  const title = titleOf(type, record);
  return {
    title,
    body: lead,
    url: recordPage(type, { ...record }),
    line: [title, lead].filter(Boolean).join(': '),
  };
}

/** The town's names of its sections. */
export type NamedSections = Pick<SiteDocument, 'menu'>;

/** One message for everything published in a section on a day; each replaces the one before it. */
export function publishedMessage(
  { address, topic: { name: topic } }: TopicSection,
  day: Day,
  items: readonly PublishedItem[],
  at: number,
  site: NamedSections,
): PushMessage {
  const [only] = items;
  const { title, body, url } =
    only && items.length === 1
      ? only
      : {
          title: `${sectionName(site, address)}: ${items.length} publicaciones nuevas`,
          body: linesOf(items.map(({ line }) => line)),
          url: address,
        };
  return { title, body, url, tag: `${topic}-${day}`, topic, at: new Date(at).toISOString() };
}

/** The first of several lines, and how many more there are. */
export function linesOf(lines: readonly string[]): string {
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`y ${more} más`] : [])].join('\n');
}

/** `martes 16 de marzo` */
export const dayInWords = (day: Day) => `${leafOf(day).weekday} ${longDay(day).replace(/ de \d+$/, '')}`;

/** One message for all events of a day. The day is named, because a phone may show it a day later. */
export function agendaMessage(day: Day, events: readonly AgendaEvent[], at: number, site: NamedSections): PushMessage {
  const [only] = events;
  const lines = events.map((event) => {
    const hours = lastDayOf(event) === event.date ? hoursOf(event) : '';
    return hours ? `${event.title}, ${hours}` : event.title;
  });
  return {
    title: `${sectionName(site, pages.agenda())}: ${dayInWords(day)}`,
    body: linesOf(lines),
    url: only && events.length === 1 ? pages.event(only) : pages.agendaByDates({ from: day, to: day }),
    tag: 'agenda',
    topic: 'agenda',
    at: new Date(at).toISOString(),
  };
}

/**
 * The message as JSON of at most `PUSH_MESSAGE_MAX` bytes. What is said of zones is whole or left out: a zone of which
 * nothing is said must be one without anything. Then the body is cut as far as is needed.
 */
export function encodedMessage(message: PushMessage): string {
  const title = cutAtWord(message.title, TITLE_MAX, TITLE_MAX - 1, '…');
  const whole = JSON.stringify({ ...message, title });
  if (Buffer.byteLength(whole) <= PUSH_MESSAGE_MAX) return whole;
  const { parts: _, zones: __, ...rest } = message;
  let { body } = message;
  for (;;) {
    const encoded = JSON.stringify({ ...rest, title, body });
    const size = Buffer.byteLength(encoded);
    if (size <= PUSH_MESSAGE_MAX || body === '') return encoded;
    const length = [...body].length;
    const most = Math.min(length - 2, Math.floor((length * PUSH_MESSAGE_MAX) / size));
    body = most > 0 ? cutAtWord(body, most, most - 1, '…') : '';
  }
}
