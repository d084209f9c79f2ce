import { createHash } from 'node:crypto';
import type { RecordType } from '#contract/record-types';
import { STATUSES } from '#contract/record-types';
import { storedPdfName, uploadedPictureName } from '#contract/uploaded/upload-names';
import {
  creation,
  document,
  labelAddition,
  labelRemoval,
  pageText,
  pdf,
  pdfRemoval,
  picture,
  removal,
  update,
  videoAddition,
  videoRemoval,
} from '../../../web/src/admin/workspace/new-operations.ts';
import type { UnsignedOperation } from '../../../web/src/admin/workspace/new-operations.ts';
import { labelsOf, videosOf } from '../../../web/src/admin/workspace/overlay.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';
import type { Shown } from '../../../web/src/admin/workspace/overlay.ts';
import type { Json } from '../../../web/src/offline/outbox/protocol/operation.ts';

/** A field that a person edits on a screen. */
export interface FieldOnScreen {
  field: string;
  shown(record: Fields): Json;
  /**
   * Returns the n-th value that is written, a change of the one that its author saw; all differ where that is possible.
   */
  value(n: number, base: Json): Json;
  /** Returns the n-th value that is written into the first row of a document with rows. */
  first?(n: number, base: Json): Json;
  wish(record: Fields, value: Json, base: Json): UnsignedOperation;
}

export const EDITED: readonly RecordType[] = [
  'story',
  'story',
  'story',
  'agenda',
  'album',
  'bulletin',
  'authority',
  'map',
  'usefuldata',
  'site',
  'greenpointpage',
];
export const CREATED = ['story', 'agenda', 'album', 'bulletin', 'map'] as const;

const text = (entity: Entity, field: string): FieldOnScreen => plain(entity, field, (n) => `v${n}`);
const status = (entity: Entity): FieldOnScreen =>
  plain(entity, 'status', (n) => STATUSES[n % STATUSES.length] ?? 'Oculto');
const day = (entity: Entity): FieldOnScreen =>
  plain(entity, 'date', (n) => new Date(Date.UTC(2026, 4, 1 + n)).toISOString().slice(0, 10));
const rich = (entity: Entity, field: string): FieldOnScreen =>
  plain(entity, field, (n, base) => textWith(n, String(base)));

type Entity = Parameters<typeof update>[0];

/** The fields on the screen of each type; those that hide and show records are repeated, to be chosen more often. */
export const FIELDS: Partial<Record<RecordType, readonly FieldOnScreen[]>> = {
  story: [
    text('story', 'title'),
    text('story', 'description'),
    rich('story', 'text'),
    day('story'),
    status('story'),
    status('story'),
  ],
  agenda: [text('agenda', 'title'), status('agenda'), day('agenda')],
  album: [text('album', 'title'), text('album', 'shortdescription'), status('album')],
  bulletin: [text('bulletin', 'title'), text('bulletin', 'number'), status('bulletin'), rich('bulletin', 'text')],
  authority: [text('authority', 'name'), text('authority', 'position')],
  map: [text('map', 'title'), plain('map', 'url', (n) => `https://example.com/${n}`)],
  greenpointpage: [
    {
      field: 'txt',
      shown: (record) => record.txt ?? '',
      value: (n, base) => textWith(n, String(base)),
      wish: (_, value, base) => pageText(String(value), String(base)),
    },
  ],
  usefuldata: [{ ...whole('usefuldata', directoryWith), first: firstRowWith }],
  site: [whole('site', siteWith)],
};

/** Text as the town has it at first. */
export const TEXT = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis']
  .map((word) => `<p>Esto es lo <strong>${word}</strong> que se sabe hasta ahora de la obra.</p>`)
  .join('');

/** Returns a text in which somebody has written a word or a paragraph, or removed one. */
function textWith(n: number, text: string): string {
  const paragraphs: string[] = text.match(/<p>.*?<\/p>/gs) ?? [];
  const [what, at] = [scattered(n) % 4, scattered(n + 0.5)];
  const place = at % Math.max(paragraphs.length, 1);
  const one = paragraphs[place];
  if (!one || what === 0) return paragraphs.toSpliced(place, 0, `<p>v${n} con <strong>peso</strong></p>`).join('');
  if (what === 1 && paragraphs.length > 6) return paragraphs.toSpliced(place, 1).join('');
  const words = one.split(' ');
  const word = 1 + (at % Math.max(words.length - 2, 1));
  return paragraphs.with(place, words.toSpliced(word, what === 2 ? 1 : 0, `v${n}`).join(' ')).join('');
}

/** The rows of Datos útiles as the town has them at first. */
export const DIRECTORY = Array.from({ length: 12 }, (_, at) => ({
  area: `Área ${at + 1}`,
  group: 'Municipio' as const,
  phones: [`02902 48-11${10 + at}`],
  extension: '',
  hours: '',
  always: false,
  address: '',
  email: '',
}));

/** Returns Datos útiles with a field that somebody has changed, or with another row. */
function directoryWith(n: number, base: Json): Json {
  const { rows } = base as { rows: Json[] };
  const [what, at] = [scattered(n), scattered(n + 0.5)];
  const row = rows[at % Math.max(rows.length, 1)];
  if (!row || what % 8 === 0)
    return { rows: [...rows, { ...DIRECTORY[0], area: `v${n}`, phones: [`02902 ${100_000 + n}`] }] };
  const field = ['extension', 'hours', 'address'][what % 3] ?? 'hours';
  return { rows: rows.with(at % rows.length, { ...(row as object), [field]: `v${n}` }) };
}

function firstRowWith(n: number, base: Json): Json {
  const { rows } = base as { rows: Json[] };
  const [row] = rows;
  return row ? { rows: rows.with(0, { ...(row as object), hours: `v${n}` }) } : directoryWith(n, base);
}

/** Returns the document Sitio with a field or the note of an emergency line that somebody has changed. */
function siteWith(n: number, base: Json): Json {
  const site = base as { lines: Json[] };
  const [what, at] = [scattered(n) % 6, scattered(n + 0.5)];
  const line = site.lines[at % site.lines.length];
  if (what > 2 && line)
    return { ...site, lines: site.lines.with(at % site.lines.length, { ...(line as object), note: `v${n}` }) };
  return { ...site, [['motto', 'address', 'province'][what % 3] ?? 'motto']: `v${n}` };
}

/** Scatters numbers, so that two values in a row do not change the same. */
const scattered = (n: number) => Math.imul(Math.round(n * 2) + 1, 0x9e3779b1) >>> 12;

function plain(entity: Entity, field: string, value: (n: number, base: Json) => Json): FieldOnScreen {
  return {
    field,
    shown: (record) => record[field] ?? '',
    value,
    wish: (record, next, base) => update(entity, record.id, field, next, base),
  };
}

/** A document, which is saved as one value. */
function whole(name: 'site' | 'usefuldata', value: (n: number, base: Json) => Json): FieldOnScreen {
  return {
    field: 'value',
    shown: ({ id: _, ...rest }) => rest,
    value,
    wish: (_, next, base) => document(name, next, base),
  };
}

/** Returns a change of labels, videos or the PDF of a record; null if there is none for it. */
export function callOn(type: RecordType, { record }: Shown, n: number): UnsignedOperation | null {
  if (type === 'story') {
    const [label] = labelsOf(record);
    return n % 3 === 0 && label ? labelRemoval(record.id, label.id) : labelAddition(record.id, `etiqueta ${n % 5}`);
  }
  if (type === 'album') {
    const [video] = videosOf(record);
    return n % 3 === 0 && video
      ? videoRemoval(record.id, video.id)
      : videoAddition(record.id, `https://example.com/v${n}.mp4`);
  }
  if (type === 'bulletin' && record.pdf) return pdfRemoval('bulletin', record.id, String(record.pdf));
  return null;
}

/** Returns an upload, based on the pending file in the outbox or else on the stored one; null if the type has none. */
export function uploadOn(
  type: RecordType,
  { record, operations }: Shown,
  n: number,
  withPicture: boolean,
): { wish: UnsignedOperation; bytes: ArrayBuffer } | null {
  const waiting = operations.findLast((one) => one.kind === 'upload' && one.field !== undefined)?.value;
  if (type === 'bulletin') {
    const bytes = Buffer.from(`%PDF-1.4\nv${n}\n%%EOF`);
    const base = String(waiting ?? record.pdf ?? '');
    return {
      wish: pdf('bulletin', record.id, `v${n}.pdf`, storedPdfName(hash(bytes)), base, {
        mime: 'application/pdf',
        bytes: bytes.length,
      }),
      bytes: copied(bytes),
    };
  }
  if (withPicture && (type === 'story' || type === 'agenda' || type === 'authority')) {
    const bytes = Buffer.concat([PIXEL, Buffer.from(`v${n}`)]);
    const shown = (record.image as { name?: string } | null)?.name ?? '';
    const base = String(waiting ?? shown);
    return {
      wish: picture(type, record.id, uploadedPictureName('', hash(bytes)), base, {
        mime: 'image/png',
        bytes: bytes.length,
      }),
      bytes: copied(bytes),
    };
  }
  return null;
}

export const creationOf = (type: Entity, n: number, at: number): UnsignedOperation =>
  creation(
    type,
    hash(Buffer.from(`record ${n}`))
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 12),
    at,
  );
export const removalOf = (type: Entity, { record, seq }: Shown): UnsignedOperation => removal(type, record.id, seq);

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const copied = (bytes: Buffer) => new Uint8Array(bytes).buffer;
/** One white pixel as PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
);
