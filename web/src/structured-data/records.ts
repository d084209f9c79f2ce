import type { Article, Event, ImageGallery, ImageObject, NewsArticle, Person, WebPage } from 'schema-dts';
import { categoryName } from '#contract/town/categories';
import { bulletinPdf, pictureSource, textPictureSource } from '#contract/addresses/files';
import { momentsOf } from '#contract/calendar/event-times';
import type { DayAndTime } from '#contract/calendar/event-times';
import { TOWN_OFFSET } from '#contract/limits';
import type { PictureOwner } from '#contract/record-types';
import type { AgendaEvent, Album, Authority, Bulletin, RecordOf, Story } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { excerptOf, words } from '#contract/values/text';
import { shownTextPictures } from '#contract/uploaded/text-pictures';
import { organizationId, telephones, townAddress, websiteId } from './organization.ts';
import type { DescribedPage } from './breadcrumbs.ts';

/** Maximum number of pictures that are named of a record. */
const MAX_PICTURES = 10;

export function newsArticle(story: Story, shown: DescribedPage): NewsArticle {
  const { title, description, date, labels, image } = story;
  return {
    '@type': 'NewsArticle',
    headline: title,
    ...(description && { description }),
    datePublished: date,
    inLanguage: 'es-AR',
    ...pictures('story', story, image ? [image] : [], shown),
    ...(labels.length > 0 && { keywords: labels.map(({ name }) => name) }),
    ...ofTown(shown),
  };
}

/** A bulletin with its PDF. */
export function officialArticle(bulletin: Bulletin, shown: DescribedPage): Article {
  const { title, number, bclass, date, pdf } = bulletin;
  return {
    '@type': 'Article',
    headline: title,
    ...(number && { identifier: number }),
    articleSection: categoryName(shown.categories.bulletin, bclass),
    datePublished: date,
    inLanguage: 'es-AR',
    ...(pdf && {
      encoding: {
        '@type': 'MediaObject',
        contentUrl: shown.origin + bulletinPdf(bulletin),
        encodingFormat: 'application/pdf',
      },
    }),
    ...ofTown(shown),
  };
}

/** An event takes place in the town, where it does not say more. */
export function townEvent(event: AgendaEvent, shown: DescribedPage): Event {
  const { title, description, text, label, image, place, address, map } = event;
  const { site, origin, url } = shown;
  const { start, end } = momentsOf(event);
  return {
    '@type': 'Event',
    name: title,
    description: description || excerptOf(text) || title,
    startDate: momentOf(start),
    ...(end.time || end.day > start.day || !start.time ? { endDate: momentOf(end) } : {}),
    eventStatus: `https://schema.org/${eventStatus(title)}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: place || site.town,
      address: townAddress(site, address),
      ...(map && { hasMap: map }),
    },
    organizer: { '@id': organizationId(origin) },
    keywords: categoryName(shown.categories.agenda, label),
    inLanguage: 'es-AR',
    ...pictures('agenda', event, image ? [image] : [], shown),
    url,
  };
}

const momentOf = ({ day, time }: DayAndTime) => (time ? `${day}T${time}:00${TOWN_OFFSET}` : day);

/** An event that is off is announced in its title, as «SUSPENDIDO: Feria» or «Feria (suspendida)». */
function eventStatus(title: string) {
  const all = words(title);
  const said = [all[0] ?? '', all.at(-1) ?? ''];
  const says = (pattern: RegExp) => said.some((word) => pattern.test(word));
  if (says(/^(suspendid|cancelad)[oa]s?$/)) return 'EventCancelled';
  if (says(/^(postergad|pospuest)[oa]s?$/)) return 'EventPostponed';
  return says(/^reprogramad[oa]s?$/) ? 'EventRescheduled' : 'EventScheduled';
}

export function person(authority: Authority, shown: DescribedPage): Person {
  const { name, position, description, phones, email, image } = authority;
  return {
    '@type': 'Person',
    name,
    jobTitle: position,
    ...(description && { description }),
    ...telephones(phones, shown.site.phone),
    ...(email && { email }),
    ...pictures('authority', authority, image ? [image] : [], shown),
    worksFor: { '@id': organizationId(shown.origin) },
    url: shown.url,
  };
}

export function gallery(album: Album, shown: DescribedPage): ImageGallery {
  const { title, shortdescription, images } = album;
  return {
    '@type': 'ImageGallery',
    name: title,
    ...(shortdescription && { description: shortdescription }),
    inLanguage: 'es-AR',
    ...pictures('album', album, images, shown),
    publisher: { '@id': organizationId(shown.origin) },
    url: shown.url,
  };
}

export function webPage(page: RecordOf<'page'>, shown: DescribedPage): WebPage {
  const { title, description, text, image } = page;
  return {
    '@type': 'WebPage',
    name: title,
    description: description || excerptOf(text) || title,
    inLanguage: 'es-AR',
    ...pictures('page', page, image ? [image] : [], shown),
    isPartOf: { '@id': websiteId(shown.origin) },
    publisher: { '@id': organizationId(shown.origin) },
    url: shown.url,
  };
}

/** The town hall is author and publisher of all that it writes. */
const ofTown = ({ origin, url }: DescribedPage) => ({
  author: { '@id': organizationId(origin) },
  publisher: { '@id': organizationId(origin) },
  mainEntityOfPage: url,
  url,
});

/** The pictures of a record, and then those within its texts. */
function pictures<T extends PictureOwner>(
  owner: T,
  record: RecordOf<T> & { id: string; year?: number },
  images: readonly Picture[],
  { origin }: DescribedPage,
): { image?: (string | ImageObject)[] } {
  const own = images.map((one) => ({ one, address: pictureSource(owner, record, one, one.width).src }));
  const within = shownTextPictures(owner, record).map((one) => ({
    one,
    address: textPictureSource(one.name, one.width),
  }));
  const shown = [...own, ...within].slice(0, MAX_PICTURES).map(({ one, address }) => {
    const contentUrl = origin + address;
    return one.alt ? { '@type': 'ImageObject' as const, contentUrl, caption: one.alt } : contentUrl;
  });
  return shown.length > 0 ? { image: shown } : {};
}
