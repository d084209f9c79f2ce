import { pages } from '../contract/addresses/pages.ts';
import { alertName, endOf } from '../contract/alerts.ts';
import { hoursOf, lastDayOf } from '../contract/event-times.ts';
import { bulletinLead } from '../contract/leads.ts';
import { PUSH_MESSAGE_MAX } from '../contract/push.ts';
import type { PushMessage } from '../contract/push.ts';
import type { AgendaEvent, Alert, Bulletin, Story } from '../contract/records.ts';
import type { Category } from '../contract/town/categories.ts';
import { leafOf, longDay, longMoment } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { cutAtWord } from '../contract/values/text.ts';

/** What the messages of each topic say. @param at when it is told, ms since the epoch */

/** Number of events that a message names. */
const EVENTS = 8;
const TITLE_MAX = 150;

export function alertMessage(alert: Alert, at: number): PushMessage {
  const { id, headline, severity, instruction } = alert;
  return {
    title: `${alertName(severity)}: ${headline}`,
    body: [`Hasta el ${longMoment(endOf(alert))}.`, instruction].filter(Boolean).join('\n'),
    url: pages.alert(alert),
    tag: `alert-${id}`,
    topic: 'alertas',
    severity,
    expires: new Date(endOf(alert)).toISOString(),
    at: new Date(at).toISOString(),
  };
}

export function bulletinMessage(bulletin: Bulletin, classes: Category[], at: number): PushMessage {
  return {
    title: `Boletín Oficial: ${bulletinLead(bulletin, classes)}`,
    body: bulletin.title,
    url: pages.bulletin(bulletin),
    tag: `bulletin-${bulletin.id}`,
    topic: 'boletin',
    at: new Date(at).toISOString(),
  };
}

export function storyMessage(story: Story, at: number): PushMessage {
  return {
    title: story.title,
    body: story.description,
    url: pages.story(story),
    tag: `story-${story.id}`,
    topic: 'noticias',
    at: new Date(at).toISOString(),
  };
}

/** One message for all events of a day. The day is named, because a phone may show it a day later. */
export function agendaMessage(day: Day, events: readonly AgendaEvent[], at: number): PushMessage {
  const [only] = events;
  const lines = events.slice(0, EVENTS).map((event) => {
    const hours = lastDayOf(event) === event.date ? hoursOf(event) : '';
    return hours ? `${event.title}, ${hours}` : event.title;
  });
  const more = events.length - lines.length;
  return {
    title: `Agenda del ${leafOf(day).weekday} ${longDay(day).replace(/ de \d+$/, '')}`,
    body: [...lines, ...(more > 0 ? [`y ${more} más`] : [])].join('\n'),
    url: only && events.length === 1 ? pages.event(only) : pages.agendaByDates({ from: day, to: day }),
    tag: 'agenda',
    topic: 'agenda',
    at: new Date(at).toISOString(),
  };
}

/** The message as JSON of at most `PUSH_MESSAGE_MAX` bytes: its body is cut as far as is needed. */
export function encodedMessage(message: PushMessage): string {
  const title = cutAtWord(message.title, TITLE_MAX, TITLE_MAX - 1, '…');
  let { body } = message;
  for (;;) {
    const encoded = JSON.stringify({ ...message, title, body });
    const size = Buffer.byteLength(encoded);
    if (size <= PUSH_MESSAGE_MAX || body === '') return encoded;
    const length = [...body].length;
    const most = Math.min(length - 2, Math.floor((length * PUSH_MESSAGE_MAX) / size));
    body = most > 0 ? cutAtWord(body, most, most - 1, '…') : '';
  }
}
