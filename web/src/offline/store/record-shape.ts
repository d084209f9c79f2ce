import { isFeed } from '#contract/messages/feed-messages';
import type { Feed } from '#contract/messages/feed-messages';
import { attachedValues, hasPdfs, isDocument, RECORD_TYPES, traitsOf } from '#contract/record-types';
import type { DocumentType, RecordTraits, RecordType } from '#contract/record-types';
import type { RecordOf } from '#contract/records';
import { firstCategories } from '#contract/town/categories';

/**
 * Whether a value from the network or the device's database has the shape of a record of this type. Residents do not
 * load the schemas, so it is compared with a sample of the type, by the kinds of the values.
 */
export function isRecord<T extends RecordType>(type: T, value: unknown): value is RecordOf<T> {
  return isLike(sampleOf(type), value);
}

/**
 * Returns a stored record in the form of this release: values that earlier releases did not store are blank. null if it
 * is no record of the type.
 */
export function storedRecord<T extends RecordType>(type: T, value: unknown): RecordOf<T> | null {
  if (!isRecord(type, value)) return null;
  return {
    ...(type === 'categories' ? firstCategories : {}),
    ...(hasPdfs(type) ? { pdfs: [] } : {}),
    ...blanks(traitsOf(type), true),
    ...value,
  };
}

/** Returns a piece of the feed without the types that only a newer server has; null if a record has a wrong shape. */
export function feedOf(body: unknown): Feed | null {
  if (!isFeed(body)) return null;
  const isKnown = ({ type }: { type: RecordType }) => RECORD_TYPES.includes(type);
  const piece = { ...body, puts: body.puts.filter(isKnown), dels: body.dels.filter(isKnown) };
  return piece.puts.every(({ type, record }) => isRecord(type, record)) ? piece : null;
}

function isLike(sample: unknown, value: unknown): boolean {
  if (typeof sample !== typeof value || Array.isArray(sample) !== Array.isArray(value)) return false;
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return true;
  const members = value as Record<string, unknown> | null;
  return members !== null && Object.entries(sample).every(([key, part]) => isLike(part, members[key]));
}

/** What documents lack that devices have stored with an earlier release. */
type Later = 'roster';

/** The sample of a document, which has no declared fields. Values that a document may lack are left out. */
const documentSamples: { [T in DocumentType]: { [K in keyof RecordOf<T> as K extends Later ? never : K]: unknown } } = {
  site: {
    id: '',
    town: '',
    province: '',
    name: '',
    motto: '',
    address: '',
    postalCode: '',
    phone: '',
    email: '',
    genderViolencePhone: '',
    emergencies: { fire: '', police: '', medical: '' },
    taxUrl: '',
    consultationUrl: '',
    social: { facebook: '', instagram: '', x: '', youtube: '' },
    accent: '',
    map: { embedUrl: '', title: '' },
    tourism: { address: '', phone: '', email: '' },
    shortName: '',
    second: '',
    skyline: '',
    texts: {},
    photo: { x: 0, y: 0 },
    lines: [],
  },
  hero: { id: '', image: null },
  categories: { id: '', bulletin: [], agenda: [] },
  usefuldata: { id: '', rows: [] },
  greenpointpage: { id: '', txt: '', images: [] },
  digest: { id: '', pdf: '', pdfname: '', pdfsize: 0 },
};

const samples = new Map<RecordType, object>();
function sampleOf(type: RecordType): object {
  const known = samples.get(type) ?? (isDocument(type) ? documentSamples[type] : declaredSample(traitsOf(type)));
  samples.set(type, known);
  return known;
}

/** The sample of a record; null means a picture or none. Without values that earlier releases did not store. */
function declaredSample(traits: RecordTraits): object {
  const { updated: _, pdfs: __, ...attached } = attachedValues(traits, { created: '', year: 0, titlekey: '' });
  return { id: '', created: '', ...blanks(traits, false), ...attached };
}

/** Blank values of the fields that a type has always had, or of those that were added to it. */
function blanks({ fields = {}, addedFields = [] }: RecordTraits, isAdded: boolean): object {
  const wanted = Object.entries(fields).filter(([name]) => addedFields.includes(name) === isAdded);
  return Object.fromEntries(wanted.map(([name, kind]) => [name, kind === 'flag' ? 0 : '']));
}
