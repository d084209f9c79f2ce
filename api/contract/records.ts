import type { Categories } from './town/categories.ts';
import type { DocumentName, GreenPointText, Site, UsefulData } from './town/documents.ts';
import type { Values } from './forms-and-lists.ts';
import type { FieldValues, RecordEntity, RecordType, recordTypes } from './record-types.ts';
import type { Attached } from './values/pdf-titles.ts';
import type { Picture } from './values/pictures.ts';
import type { Video } from './values/videos.ts';

/**
 * What every stored record has. `created` is the time of its creation (ISO 8601) and breaks ties in every order.
 * `updated`, where a type has it, is the time of its last change. What devices have stored with earlier releases lacks
 * it.
 */
interface Base {
  id: string;
  created: string;
}
export interface Label {
  /** The same as `namehashed`, so that a device knows it before the server does. */
  id: string;
  name: string;
  namehashed: string;
}
/** The record of a type: its values and attachments, as `record-types.ts` declares them. */
type Declared<T extends RecordEntity> = Base &
  FieldValues<T> &
  If<T, { titlekeyOf: string }, { titlekey: string }> &
  If<T, { hasYear: true }, { year: number }> &
  If<T, { hasUpdated: true }, { updated?: string }> &
  If<T, { hasLabels: true }, { label: string; labels: Label[] }> &
  If<T, { pictures: 'one' }, { image: Picture | null }> &
  If<T, { pictures: 'several' }, { images: Picture[] }> &
  If<T, { hasVideos: true }, { videos: Video[] }> &
  If<T, { pdfs: 'one' }, Attached> &
  If<T, { pdfs: 'several' }, { pdfs: Attached[] }>;
type If<T extends RecordType, Part, Brings> = (typeof recordTypes)[T] extends Part ? Brings : unknown;

export type Story = Declared<'story'>;
export type AgendaEvent = Declared<'agenda'>;
export type Authority = Declared<'authority'>;
export type Album = Declared<'album'>;
export type PlaceMap = Declared<'map'>;
export type GreenPoint = Declared<'greenpoint'>;
export type Bulletin = Declared<'bulletin'>;
export type Alert = Declared<'alert'>;
export type Procedure = Declared<'procedure'>;
export type Roster = Declared<'roster'>;
/** A user as answers show it, without the password. */
export type User = Base & Omit<Values<'user'>, 'password'>;
export type GreenPointPage = { id: 'greenpointpage' } & GreenPointText & { images: Picture[] };
/** Its picture is the shield. */
export type SiteDocument = { id: 'site' } & Site & { image?: Picture | null };
/** The photo on the home page, if the town has one. */
export type Hero = { id: 'hero'; image: Picture | null };
export type CategoriesDocument = { id: 'categories' } & Categories;
export type UsefulDataDocument = { id: 'usefuldata' } & UsefulData;
export type Digest = { id: 'digest' } & Attached;

interface Documents {
  site: SiteDocument;
  hero: Hero;
  categories: CategoriesDocument;
  usefuldata: UsefulDataDocument;
  greenpointpage: GreenPointPage;
  digest: Digest;
}
type Records = Documents & { [T in RecordEntity]: Declared<T> };
export type RecordOf<T extends RecordType> = Records[T];

/** A document of the town as it would be stored. */
export type ChangedDocument = { [T in DocumentName]: { type: T; value: RecordOf<T> } }[DocumentName];
export type AnyRecord = Records[RecordType];

/** A record in a list, without what makes it long (`cardOf` in `lists.ts`). */
export type CardOf<T extends RecordEntity> = Omit<RecordOf<T>, LeftOut<T>> &
  If<T, { pictures: 'several' }, { image: Picture | null }>;
type LeftOut<T extends RecordEntity> =
  | RichText<(typeof recordTypes)[T]['fields']>
  | ((typeof recordTypes)[T] extends { cardWithout: readonly (infer Name extends string)[] } ? Name : never)
  | 'images'
  | 'videos';
type RichText<Fields> = { [F in keyof Fields & string]: Fields[F] extends 'html' ? F : never }[keyof Fields & string];
export type StoryCard = CardOf<'story'>;
export type EventCard = CardOf<'agenda'>;
export type BulletinCard = CardOf<'bulletin'>;
export type AlbumCard = CardOf<'album'>;
export type AuthorityCard = CardOf<'authority'>;
export type ProcedureCard = CardOf<'procedure'>;
