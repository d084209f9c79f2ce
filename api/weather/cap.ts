import { ALERT_CATEGORIES, ALERT_CERTAINTIES, ALERT_SEVERITIES, ALERT_URGENCIES } from '../contract/record-types.ts';
import type { FieldValues } from '../contract/record-types.ts';
import { ALERT_DAYS } from '../contract/limits.ts';
import type { Point } from '../contract/values/place.ts';
import { cutAtWord, oneLine, visible } from '../contract/values/text.ts';
import type { XmlElement } from './xml-reading.ts';

type Words = Pick<FieldValues<'alert'>, 'headline' | 'instruction' | 'description' | 'area' | 'link'>;
type Terms = Pick<FieldValues<'alert'>, 'severity' | 'category' | 'urgency' | 'certainty'>;
/** What a message warns of, in the words of an alert; its times are ms since the epoch. */
export interface Warning extends Words, Terms {
  onset: number;
  expires: number;
}

/** A place that a message is about. */
export interface CapArea {
  polygons: Point[][];
  circles: { centre: Point; kilometres: number }[];
}

/** A message of the Common Alerting Protocol (CAP 1.2), as far as it is used. */
export interface CapMessage {
  /** Who sent it and its identifier: what it is known by. */
  key: string;
  type: 'Alert' | 'Update' | 'Cancel';
  /** ms since the epoch */
  sent: number;
  /** The keys of the messages that it replaces or ends. */
  references: string[];
  /** What it warns of, and where: the most severe first. A message that ends others may have none. */
  warnings: { warning: Warning; areas: CapArea[] }[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a warning lasts that does not say until when. */
const UNTIMED = DAY;
/** Time from sending to the beginning of a warning beyond which its times are wrong. */
const AHEAD = 10 * DAY;
/** Maximum lengths: the identifier and the sender, the references, and their number. */
const KEY_MAX = 200;
const REFERENCES_MAX = 100;
/** Maximum number of parts of a message, and of points of a part. */
const [INFOS_MAX, AREAS_MAX, POINTS_MAX] = [20, 100, 200_000];
const WORDS_MAX = { headline: 150, area: 300, instruction: 1500, description: 4000, link: 500 };

/**
 * Reads a message of the protocol. Nothing of it is trusted: texts get the form of the contract and are cut, what is
 * not among the words of the protocol is as if it were missing.
 * @param feed the address of the list that named it
 * @returns null for what is no warning to the public: exercises, acknowledgements, messages to a few
 * @throws Error when it is no such message, or lacks what every use of it needs
 */
export function capMessage(document: XmlElement, feed: string): CapMessage | null {
  const alert = document.one('alert');
  if (!alert.isThere) throw new Error('is no alert');
  const textOf = (name: string) => oneLine(alert.one(name).text);
  if (textOf('status') !== 'Actual' || textOf('scope') !== 'Public') return null;
  const type = (['Alert', 'Update', 'Cancel'] as const).find((one) => one === textOf('msgType'));
  if (type === undefined) return null;
  const [sender, identifier, sent] = [textOf('sender'), textOf('identifier'), timeOf(textOf('sent'))];
  if (sender === '' || identifier === '' || sender.length + identifier.length > KEY_MAX) throw new Error('has no name');
  if (sent === null) throw new Error('does not say when it was sent');
  const warnings = type === 'Cancel' ? [] : warningsOf(alert, sent, feed);
  if (type === 'Alert' && warnings.length === 0) throw new Error('warns of nothing');
  return {
    key: keyOf(sender, identifier),
    type,
    sent,
    // Who is warned by one sender is not told by another that it is over.
    references: referencesIn(textOf('references')).flatMap(([by, id]) => (by === sender ? [keyOf(by, id)] : [])),
    warnings,
  };
}

const keyOf = (sender: string, identifier: string) => `${sender},${identifier}`;

/** `sender,identifier,sent` each, with spaces between them (section 3.2.1). */
function referencesIn(text: string): [sender: string, identifier: string][] {
  return text
    .split(' ')
    .slice(0, REFERENCES_MAX)
    .map((one) => one.split(','))
    .flatMap(([sender = '', identifier = '']) =>
      identifier === '' || sender.length + identifier.length > KEY_MAX ? [] : [[sender, identifier]],
    );
}

/** Reads a time, which has to say its offset; null for anything else. */
function timeOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

function warningsOf(alert: XmlElement, sent: number, feed: string): CapMessage['warnings'] {
  const infos = alert.all('info').slice(0, INFOS_MAX);
  const spanish = infos.filter((info) => /^(es\b|$)/i.test(info.one('language').text));
  const all = (spanish.length > 0 ? spanish : infos).flatMap((info) => {
    const warning = warningOf(info, sent, feed);
    return warning ? [{ warning, areas: info.all('area').slice(0, AREAS_MAX).map(areaOf) }] : [];
  });
  const rank = ({ warning }: (typeof all)[number]) => ALERT_SEVERITIES.indexOf(warning.severity);
  return all.sort((a, b) => rank(a) - rank(b) || a.warning.onset - b.warning.onset);
}

function warningOf(info: XmlElement, sent: number, feed: string): Warning | null {
  const time = timesOf(info, sent);
  const texts = (name: 'instruction' | 'description') =>
    shortened(visible(info.one(name).text).trim(), WORDS_MAX[name]);
  const lineOf = (text: string, most: number) => shortened(oneLine(text), most);
  const headline = lineOf(info.one('headline').text || info.one('event').text, WORDS_MAX.headline);
  if (headline === '' || time === null) return null;
  const areas = [...new Set(info.all('area').map((area) => oneLine(area.one('areaDesc').text)))].filter(Boolean);
  return {
    headline,
    instruction: texts('instruction'),
    description: texts('description'),
    area: lineOf(areas.slice(0, AREAS_MAX).join(', '), WORDS_MAX.area),
    link: linkOf(info.one('web').text, feed),
    severity: among(ALERT_SEVERITIES, info.one('severity').text) ?? 'Moderate',
    category:
      info
        .all('category')
        .map(({ text }) => among(ALERT_CATEGORIES, text))
        .find(Boolean) ?? 'Met',
    urgency: among(ALERT_URGENCIES, info.one('urgency').text) ?? 'Unknown',
    certainty: among(ALERT_CERTAINTIES, info.one('certainty').text) ?? 'Unknown',
    ...time,
  };
}

/**
 * Returns when a warning begins and ends. In the wild the beginning is empty, or after the end: then it is that of the
 * message, and without one before the end the warning has no time at all.
 */
function timesOf(info: XmlElement, sent: number): { onset: number; expires: number } | null {
  const given = ['onset', 'effective'].map((name) => timeOf(info.one(name).text)).filter((at) => at !== null);
  const starts = [...given, sent].filter((at) => at <= sent + AHEAD);
  const end = timeOf(info.one('expires').text);
  const onset = starts.find((at) => end === null || at < end);
  if (onset === undefined) return null;
  return { onset, expires: Math.min(end ?? Math.max(onset, sent) + UNTIMED, Math.max(onset, sent) + ALERT_DAYS * DAY) };
}

const among = <T extends string>(values: readonly T[], text: string) => values.find((one) => one === text);
const shortened = (text: string, most: number) => cutAtWord(text, most, most - 1, '…');

/** Pages of the service itself only: residents follow the link in the portal's name. */
function linkOf(text: string, feed: string): string {
  if (text.length > WORDS_MAX.link || !URL.canParse(text)) return '';
  const { protocol, hostname, username, password, href } = new URL(text);
  const isOwn = hostname === new URL(feed).hostname || /^([a-z0-9-]+\.)*smn\.gob\.ar$/.test(hostname);
  return protocol === 'https:' && isOwn && username + password === '' ? href : '';
}

function areaOf(area: XmlElement): CapArea {
  let room = POINTS_MAX;
  const polygons = area.all('polygon').flatMap(({ text }) => {
    const points = pointsIn(text, room);
    room -= points?.length ?? 0;
    return points ? [points] : [];
  });
  const circles = area.all('circle').flatMap(({ text }) => {
    const [, latitude, longitude, kilometres] = /^([-\d.]+),([-\d.]+)\s+([\d.]+)$/.exec(text) ?? [];
    const centre = pointOf(latitude, longitude);
    const radius = Number(kilometres);
    return centre && radius >= 0 && radius < 20_000 ? [{ centre, kilometres: radius }] : [];
  });
  return { polygons, circles };
}

/** Reads `latitude,longitude` pairs; null unless they are at least three, all of them points, and not too many. */
function pointsIn(text: string, most: number): Point[] | null {
  const points: Point[] = [];
  for (const pair of text.matchAll(/[^\s,]+\s*,\s*[^\s,]+|\S+/g)) {
    const [latitude, longitude] = pair[0].split(',');
    const point = pointOf(latitude?.trim(), longitude?.trim());
    if (!point || points.length >= most) return null;
    points.push(point);
  }
  return points.length >= 3 ? points : null;
}

function pointOf(latitude = '', longitude = ''): Point | null {
  if (!/^-?\d/.test(latitude) || !/^-?\d/.test(longitude)) return null;
  const [y, x] = [Number(latitude), Number(longitude)];
  return Math.abs(y) <= 90 && Math.abs(x) <= 180 ? [y, x] : null;
}
