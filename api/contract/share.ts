import { storedPictures, storedTextPicture } from './addresses/files.ts';
import type { Categories } from './town/categories.ts';
import { leadOf, titleOf } from './leads.ts';
import { shieldOf } from './town/icons.ts';
import { paletteOf, skylineOf } from './town/look.ts';
import { sectionName } from './town/menu.ts';
import type { PublicReader } from './reader.ts';
import { isPictureOwner, isRecordEntity, traitsOf } from './record-types.ts';
import type { PictureOwner, RecordEntity, RecordType } from './record-types.ts';
import type { AnyRecord, RecordOf, SiteDocument } from './records.ts';
import { sectionOf, SECTIONS } from './sections.ts';
import type { SectionColour, SectionTraits } from './sections.ts';
import type { SkylineName } from './town/skylines.ts';
import { picturesOf } from './values/pictures.ts';
import type { Picture } from './values/pictures.ts';
import { shortHash } from './values/text.ts';
import { shownTextPictures } from './uploaded/text-pictures.ts';

/** The size in pixels of the picture that a share of a page shows. */
export const SHARE_SIZE = { width: 1200, height: 630 };

/**
 * What the picture of a share is made of: a photo that is cut to size, or the words of a card. Cutting a photo that is
 * not wide would leave too little of it, so it is placed uncut beside the words.
 */
export type SharePicture = SharePhoto | ShareCard | (ShareCard & SharePhoto);
/** @property photo its path below `uploads` */
export interface SharePhoto {
  photo: string;
}
export interface ShareCard {
  /** Before the title: an event's day, a bulletin's class and number. */
  lead: string;
  title: string;
  /** Whose page it is. */
  signature: string;
  /** `#rrggbb` */
  colour: string;
  /** The town's second colour, in which the words before the title are drawn. */
  second: string;
  /** The landscape below. */
  skyline: SkylineName;
  /** The path of the shield below `uploads`; '' for none. */
  shield: string;
}

/** Returns the name in addresses of the picture that shows a record. */
export const recordShare = (type: RecordType, id: string) => DOCUMENT_SHARES[type] ?? `${type}-${id}`;
/**
 * Returns the same for a page, by its name in the table of routes. Pages without a card of their own have that of the
 * home page.
 */
export const pageShare = (page: string) => (sectionOfPage(page) ? page : HOME);

/**
 * Returns what a picture is made of. @param name from `recordShare` or `pageShare`
 * @returns null if the name names nothing, or a record that the public may not read
 */
export async function sharePicture(name: string, reader: PublicReader): Promise<SharePicture | null> {
  const subject = await subjectOf(name, reader);
  return subject && pictureOf(subject);
}

/** The same with words alone, in place of a photo that cannot be read. */
export const shareCard = async (name: string, reader: PublicReader): Promise<ShareCard | null> =>
  (await subjectOf(name, reader))?.card ?? null;

/** A picture, and the description of its photo: '' while it is not written, and without a photo. */
export interface DescribedShare {
  picture: SharePicture;
  alt: string;
}
export async function describedShare(name: string, reader: PublicReader): Promise<DescribedShare | null> {
  const subject = await subjectOf(name, reader);
  return subject && described(subject);
}
/** The same for a record at hand that the public may read. */
export const describedRecordShare = <T extends RecordEntity>(
  type: T,
  record: RecordOf<T>,
  site: SiteDocument,
  categories: Categories,
) => described(recordSubject(type, record, site, categories));

const described = (subject: Subject): DescribedShare => ({
  picture: pictureOf(subject),
  // Not part of what the picture is made of: the picture's address would change with it.
  alt: subject.shown?.alt ?? '',
});

interface Subject {
  card: ShareCard;
  shown: ReturnType<typeof photoOf>;
}

async function subjectOf(name: string, reader: PublicReader): Promise<Subject | null> {
  const [site, categories] = await Promise.all([reader.document('site'), reader.document('categories')]);
  const section = sectionOfPage(name);
  if (section || name === HOME) return { card: pageCard(section, site), shown: await pagePhoto(name, site, reader) };
  const [type = '', id = ''] = name.split('-');
  if (name !== `${type}-${id}` || !isRecordEntity(type) || !traitsOf(type).titlekeyOf) return null;
  const record = await reader.record(type, id);
  return record && recordSubject(type, record, site, categories);
}

const recordSubject = <T extends RecordEntity>(
  type: T,
  record: RecordOf<T>,
  site: SiteDocument,
  categories: Categories,
): Subject => ({
  card: recordCard(type, record, site, categories),
  shown: (isPictureOwner(type) ? photoOf(type, record) : null) ?? textPhotoOf(type, record),
});

/** Returns the hash of what a picture is made of, which is part of its address. */
export const shareHash = (picture: SharePicture) => shortHash(JSON.stringify([DRAWING, picture]));
/** Changes whenever pictures are cut or drawn differently, so that they get new addresses. */
const DRAWING = 1;

/** The colours of the sections, as in `web/src/styles/tokens.css`. Other pages have the town's. */
export const SECTION_COLOURS: Record<SectionColour, string> = {
  agenda: '#55286f',
  tourism: '#a23d1c',
  green: '#2c662f',
  tax: '#24343f',
  danger: '#a81b22',
};

const HOME = 'home';
const GREEN_POINTS = 'green-points';
/** Documents whose picture is that of a page. */
const DOCUMENT_SHARES: Partial<Record<RecordType, string>> = { hero: HOME, greenpointpage: GREEN_POINTS };
const sectionOfPage = (page: string) => SECTIONS.find((section) => section.page === page);

/** @param section none for the home page */
const pageCard = (section: SectionTraits | undefined, site: SiteDocument): ShareCard => ({
  lead: section ? '' : site.motto,
  title: section ? sectionName(site, section.address) : site.town,
  ...ofTown(site, section),
});

/** What every card of a town has. */
const ofTown = (site: SiteDocument, section: SectionTraits | undefined) => ({
  signature: site.name,
  colour: section?.colour ? SECTION_COLOURS[section.colour] : site.accent,
  second: paletteOf(site).second,
  skyline: skylineOf(site),
  shield: shieldOf(site),
});

function recordCard<T extends RecordEntity>(
  type: T,
  record: RecordOf<T>,
  site: SiteDocument,
  categories: Categories,
): ShareCard {
  return {
    lead: leadOf(type, record, categories),
    title: titleOf(type, record),
    ...ofTown(site, sectionOf(type)),
  };
}

/** The first photo of a record, in its largest size. */
function photoOf(
  owner: PictureOwner,
  record: NonNullable<Parameters<typeof picturesOf>[0]> & { id: string; year?: number },
): (SharePhoto & { isWide: boolean; alt: string }) | null {
  const [picture] = picturesOf(record);
  if (!picture) return null;
  return shownPhoto(picture, storedPictures(owner, record, [picture]));
}

/** The same of the first photo within its texts. */
function textPhotoOf(type: RecordEntity, record: AnyRecord): ReturnType<typeof photoOf> {
  const [picture] = shownTextPictures(type, record);
  return picture ? shownPhoto(picture, storedTextPicture(picture)) : null;
}

function shownPhoto({ width, height, alt = '' }: Picture, files: readonly string[]): ReturnType<typeof photoOf> {
  const photo = files.at(-1);
  return photo === undefined ? null : { photo, isWide: width > height * 1.2, alt };
}

function pictureOf({ card, shown }: Subject): SharePicture {
  if (!shown) return card;
  const { photo, isWide } = shown;
  return isWide ? { photo } : { ...card, photo };
}

/** Returns the photo of a page. The home page has none in a town with a shield: its card shows the shield. */
async function pagePhoto(name: string, site: SiteDocument, reader: PublicReader): Promise<Subject['shown']> {
  if (name === HOME) return site.image ? null : photoOf('hero', await reader.document('hero'));
  return name === GREEN_POINTS ? photoOf('greenpointpage', await reader.document('greenpointpage')) : null;
}
