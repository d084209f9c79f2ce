import { RANKS } from '../contract/calendar/alerts.ts';
import type { TimelyAlert } from '../contract/calendar/alerts.ts';
import type { Severity } from '../contract/calendar/alert-severities.ts';
import { atMoment, addDays, dayAt } from '../contract/values/dates.ts';
import { NO_WEATHER } from '../contract/town/weather-settings.ts';
import type { Db } from '../db/database.ts';
import { agendaMessage, alertMessage, encodedMessage } from './messages.ts';
import { announcePublications, openPublications } from './publications.ts';
import { openRosterAnnouncements } from './rosters.ts';
import { correctionDue, EVENING, MAX_AGE } from './settling.ts';
import { openSource } from './source.ts';
import type { PushStore, Urgency } from './store.ts';

const URGENCIES: Record<Severity, Urgency> = { Extreme: 'high', Severe: 'high', Moderate: 'normal', Minor: 'normal' };

/** What the message about an alert is stored under. */
export const alertSubject = (id: string) => `alert/${id}`;

/** A level that was announced, in the place of a text. */
const LEVEL = 'level/';
/** Returns the highest level that a warning has had. @param before the level that was announced */
function raisedLevel(severity: Severity, before = ''): string {
  const known = before.startsWith(LEVEL) ? (before.slice(LEVEL.length) as Severity) : severity;
  return LEVEL + (RANKS[known] < RANKS[severity] ? known : severity);
}

/** Decides what is announced: compares what the portal shows with what was announced. */
export interface Announcements {
  /**
   * Puts into the queue what is to be announced now, and removes what is no longer true. It must be called in a
   * transaction: a message and the mark that it was announced are then stored together, so nothing is announced twice,
   * whenever the process ends.
   * @param at ms since the epoch
   */
  announce(at: number): void;
}

export function openAnnouncements(db: Db, store: PushStore): Announcements {
  const source = openSource(db);
  const planPublished = openPublications(db, store);
  const announceRosters = openRosterAnnouncements(store, source);

  /**
   * Announces alerts in force, and again when they say something else; ends those that are over or hidden. A
   * correction settles first, unless it makes the alert urgent. Those of the weather service are announced from the
   * level on that the town has chosen, and again when they reach a higher one, not with each of its updates.
   */
  function announceAlerts(at: number, isFirst: boolean): void {
    const current = new Map<string, TimelyAlert>();
    const leastTold = RANKS[(source.site().weather ?? NO_WEATHER).pushFrom];
    for (const alert of source.timelyAlerts(at))
      if (alert.state === 'current') current.set(alertSubject(alert.id), alert);
    for (const subject of store.underWay('alertas')) if (!current.has(subject)) store.end(subject);
    for (const [subject, { id, key, start, end, severity, source: ofService }] of current) {
      const announced = store.find(subject);
      const version = ofService ? raisedLevel(severity, announced?.version) : key;
      const isChanged = announced?.version !== version;
      const alert = source.record('alert', id);
      if (!alert || (!isChanged && announced.expires === end)) continue;
      const urgency = URGENCIES[severity];
      const isMoreUrgent = urgency === 'high' && announced?.urgency !== 'high';
      if (announced && isChanged && !isMoreUrgent && at < correctionDue(source.changesOf('alert', id, announced.due)))
        continue;
      const due = isChanged ? at : announced.due;
      const until = Math.min(end, due + MAX_AGE);
      const message = { subject, topic: 'alertas', version, urgency, due, until, expires: end } as const;
      const isOld = at - Math.max(start, Date.parse(alert.updated ?? alert.created)) > MAX_AGE;
      if (isChanged && (isFirst || isOld || (ofService && RANKS[severity] > leastTold))) store.settle(message);
      else if (isChanged) store.announce({ ...message, payload: encodedMessage(alertMessage(alert, due)) });
      else if (announced.open === 1) store.prolong({ ...message, payload: encodedMessage(alertMessage(alert, due)) });
    }
  }

  /** Announces tomorrow's events, once a day. */
  function announceAgenda(at: number, isFirst: boolean): void {
    const today = dayAt(at);
    const due = atMoment(`${today}T${EVENING}`);
    const tomorrow = addDays(today, 1);
    const subject = `agenda/${tomorrow}`;
    if (at < due || store.find(subject)) return;
    const events = source.eventsOn(tomorrow);
    const expires = due + MAX_AGE;
    const message = { subject, topic: 'agenda', version: '', urgency: 'normal', due, until: expires, expires } as const;
    if (isFirst || events.length === 0) store.settle(message);
    else store.announce({ ...message, payload: encodedMessage(agendaMessage(tomorrow, events, at, source.site())) });
  }

  return {
    announce(at) {
      const isFirst = planPublished(at);
      store.endLate(at);
      announcePublications(store, source, at);
      announceAlerts(at, isFirst);
      announceAgenda(at, isFirst);
      announceRosters(at, isFirst);
    },
  };
}
