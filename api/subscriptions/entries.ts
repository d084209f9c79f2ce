import { bulletinPdf, pictureSource } from '../contract/addresses/files.ts';
import { categoryName } from '../contract/town/categories.ts';
import type { Category } from '../contract/town/categories.ts';
import { pages, recordPage } from '../contract/addresses/pages.ts';
import { subscriptions } from '../contract/addresses/subscriptions.ts';
import { alertName, endOf, startOf } from '../contract/calendar/alerts.ts';
import { TOWN_OFFSET } from '../contract/limits.ts';
import { titleOf } from '../contract/leads.ts';
import { traitsOf } from '../contract/record-types.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import type { Alert, Bulletin, RecordOf, Story } from '../contract/records.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { dayAt, momentRange } from '../contract/values/dates.ts';
import { decoded, escaped, sizeInWords } from '../contract/values/text.ts';
import { shownText } from '../contract/uploaded/text-pictures.ts';
import type { AtomEntry } from './atom.ts';
import type { Changed } from './reader.ts';

/** @param origin public address of the portal */
export function storyEntry({ record: story, updated }: Changed<Story>, origin: string): AtomEntry {
  const page = origin + pages.story(story);
  return {
    key: `story/${story.id}`,
    title: story.title,
    page,
    published: publishedAt(story),
    updated,
    categories: story.labels.map(({ namehashed, name }) => ({ term: namehashed, label: name })),
    summary: story.description,
    html: [
      story.image && picture(story, story.image, origin),
      withAbsoluteAddresses(story.text, page),
      story.video && `<p><a href="${escaped(story.video)}">Ver el video</a></p>`,
    ]
      .filter(Boolean)
      .join(''),
  };
}

export function bulletinEntry(
  { record: bulletin, updated }: Changed<Bulletin>,
  origin: string,
  classes: Category[],
): AtomEntry {
  const page = origin + pages.bulletin(bulletin);
  const entry = {
    key: `bulletin/${bulletin.id}`,
    title: bulletin.title,
    page,
    published: publishedAt(bulletin),
    updated,
    categories: [{ term: bulletin.bclass.toLowerCase(), label: categoryName(classes, bulletin.bclass) }],
    summary: bulletin.number,
    html: withAbsoluteAddresses(bulletin.text, page),
  };
  if (!bulletin.pdf) return entry;
  const { pdfname: name, pdfsize: bytes } = bulletin;
  const url = origin + bulletinPdf(bulletin);
  return {
    ...entry,
    html: `${entry.html}<p><a href="${escaped(url)}">Descargar el PDF (${sizeInWords(bytes)})</a></p>`,
    file: { url, type: 'application/pdf', name, bytes },
  };
}

export function alertEntry({ record: alert, updated }: Changed<Alert>, origin: string): AtomEntry {
  const { id, headline, severity, area, instruction, description, onset, source, note } = alert;
  const when = momentRange(startOf(alert), endOf(alert));
  return {
    key: `alert/${id}`,
    title: headline,
    page: origin + pages.alert(alert),
    published: `${onset}:00${TOWN_OFFSET}`,
    updated,
    categories: [{ term: severity, label: alertName(alert) }],
    summary: instruction,
    html: [[alertName(alert), source, area, when].filter(Boolean).join(' · '), instruction, description, note]
      .filter(Boolean)
      .map((text) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`)
      .join(''),
    file: { url: origin + subscriptions.alert(alert), type: 'application/cap+xml', name: `${id}.xml` },
  };
}

/** An entry of a type that has none of its own. @param lead what comes before the record's title, '' for nothing */
export function recordEntry<T extends RecordEntity>(
  type: T,
  { record, updated }: Changed<RecordOf<T>>,
  origin: string,
  lead: string,
): AtomEntry {
  const { fields = {} } = traitsOf(type);
  const values: Partial<Record<string, unknown>> = { ...record };
  const page = origin + recordPage(type, values);
  const texts = Object.keys(fields).filter((field) => fields[field] === 'html');
  return {
    key: `${type}/${record.id}`,
    title: titleOf(type, record),
    page,
    published: 'date' in record ? publishedAt(record) : record.created,
    updated,
    categories: [],
    summary: lead,
    html: texts.map((field) => withAbsoluteAddresses(String(values[field]), page)).join(''),
  };
}

/** Of a record that was created on its day, the time too: readers sort by it. */
function publishedAt({ date, created }: { date: string; created: string }): string {
  return dayAt(Date.parse(created)) === date ? created : `${date}T00:00:00${TOWN_OFFSET}`;
}

function picture(story: Story, image: Picture, origin: string): string {
  const { width, height, alt = '' } = image;
  const { src } = pictureSource('story', story, image);
  return `<p><img src="${escaped(origin + src)}" alt="${escaped(alt)}" width="${width}" height="${height}"></p>`;
}

/**
 * Replaces the addresses in what is shown of a stored rich text by absolute ones, because readers show it elsewhere.
 * Only links and pictures have any (`RICH_TEXT`), before their other attributes, and a `<` outside of tags is always a
 * reference.
 */
function withAbsoluteAddresses(html: string, page: string): string {
  return shownText(html).replace(/<(a href|img src)="([^"]*)"/g, (whole, beginning: string, address: string) => {
    const written = decoded(address);
    return URL.canParse(written, page) ? `<${beginning}="${escaped(new URL(written, page).href)}"` : whole;
  });
}
