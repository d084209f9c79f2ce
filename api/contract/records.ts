import type { RecordType } from './changes.ts';
import type { GreenPointText, Site, UsefulData } from './documents.ts';
import type { Values } from './entities.ts';
import type { Video } from './videos.ts';

/** What every stored record carries: `created` is the moment it was made (ISO 8601), the tie-break of every order. */
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
/** An uploaded picture; width and height are those of its largest stored size. */
export interface Picture {
  name: string;
  width: number;
  height: number;
}
/** An uploaded PDF: `pdf` the stored file's name or '' when there is none, `pdfname` the name to download it by, size in bytes. */
export interface Attached {
  pdf: string;
  pdfname: string;
  pdfsize: number;
}

export type Story = Base & Values<'story'> & { year: number; titlekey: string; label: string; labels: Label[]; image: Picture | null };
export type AgendaEvent = Base & Values<'agenda'> & { year: number; titlekey: string; image: Picture | null };
export type Authority = Base & Values<'authority'> & { titlekey: string; image: Picture | null };
export type Album = Base & Values<'album'> & { titlekey: string; images: Picture[]; videos: Video[] };
export type PlaceMap = Base & Values<'map'>;
export type GreenPoint = Base & Values<'greenpoint'>;
export type Bulletin = Base & Values<'bulletin'> & Attached & { titlekey: string };
/** A user as answers show it: the password goes in and never comes out. */
export type User = Base & Omit<Values<'user'>, 'password'>;
export type GreenPointPage = { id: 'greenpointpage' } & GreenPointText & { images: Picture[] };
export type SiteDocument = { id: 'site' } & Site;
export type UsefulDataDocument = { id: 'usefuldata' } & UsefulData;
export type Digest = { id: 'digest' } & Attached;

interface Records {
  story: Story;
  agenda: AgendaEvent;
  authority: Authority;
  album: Album;
  map: PlaceMap;
  greenpoint: GreenPoint;
  bulletin: Bulletin;
  site: SiteDocument;
  usefuldata: UsefulDataDocument;
  greenpointpage: GreenPointPage;
  digest: Digest;
}
export type RecordOf<T extends RecordType> = Records[T];
export type AnyRecord = Records[RecordType];

/** What lists carry: everything but the long text. */
export type StoryCard = Omit<Story, 'text'>;
export type EventCard = Omit<AgendaEvent, 'text'>;
export type BulletinCard = Omit<Bulletin, 'text'>;
export type AlbumCard = Omit<Album, 'description' | 'images' | 'videos'> & { image: Picture | null };
/** What the Gobierno menu needs. */
export type AuthorityCard = Pick<Authority, 'id' | 'created' | 'name' | 'position' | 'titlekey'>;
