import { RECORD_TYPES, isFeed } from '#contract/changes';
import type { Feed, RecordType } from '#contract/changes';
import type { RecordOf } from '#contract/records';

/**
 * Has a value that came from the network or from the device's database the shape of a record of this type? Written
 * out by hand, because residents do not load the schemas: samples, of which only the kinds of the values count.
 */
export function isRecord<T extends RecordType>(type: T, value: unknown): value is RecordOf<T> {
  return isLike(samples[type], value);
}

/** A piece of the feed whose every record can be kept. Types that a newer server knows are left out. */
export function feedOf(body: unknown): Feed | null {
  if (!isFeed(body)) return null;
  const isKnown = ({ type }: { type: RecordType }) => RECORD_TYPES.includes(type);
  const piece = { ...body, puts: body.puts.filter(isKnown), dels: body.dels.filter(isKnown) };
  return piece.puts.every(({ type, record }) => isRecord(type, record)) ? piece : null;
}

function isLike(sample: unknown, value: unknown): boolean {
  if (typeof sample !== typeof value || Array.isArray(sample) !== Array.isArray(value)) return false;
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return true;
  return value !== null && Object.entries(sample).every(([key, part]) => isLike(part, (value as Record<string, unknown>)[key]));
}

const base = { id: '', created: '' };
const titled = { ...base, title: '', titlekey: '', status: '' };
const attached = { pdf: '', pdfname: '', pdfsize: 0 };

/** null stands for a picture, or none. */
const samples: { [T in RecordType]: { [K in keyof RecordOf<T>]-?: unknown } } = {
  site: {
    id: '', town: '', province: '', name: '', motto: '', address: '', postalCode: '', phone: '', email: '', genderViolencePhone: '',
    emergencies: { fire: '', police: '', medical: '' }, taxUrl: '', consultationUrl: '',
    social: { facebook: '', instagram: '', x: '', youtube: '' }, accent: '',
    map: { embedUrl: '', title: '' }, tourism: { address: '', phone: '', email: '' },
  },
  usefuldata: { id: '', rows: [] },
  authority: {
    ...base, name: '', position: '', titlekey: '', education: '', field: '', description: '', email: '', phones: '', inter: '', address: '',
    personalData: '', image: null,
  },
  map: { ...base, title: '', url: '' },
  greenpoint: { ...base, title: '', url: '' },
  greenpointpage: { id: '', txt: '', images: [] },
  digest: { id: '', ...attached },
  agenda: { ...titled, year: 0, description: '', date: '', highlight: 0, label: '', text: '', image: null },
  story: { ...titled, year: 0, description: '', date: '', highlight: 0, text: '', video: '', label: '', labels: [], image: null },
  bulletin: { ...titled, ...attached, number: '', bclass: '', date: '', text: '' },
  album: { ...titled, shortdescription: '', highlight: 0, description: '', images: [], videos: [] },
};
