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
  /** Returns the n-th value that is written; all differ where the field allows it. */
  value(n: number, record: Fields): Json;
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
  plain(entity, field, (n) => `<p>v${n} con <strong>peso</strong></p>`);

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
      value: (n) => `<p>v${n}</p>`,
      wish: (_, value, base) => pageText(String(value), String(base)),
    },
  ],
  usefuldata: [
    whole('usefuldata', (n) => ({
      rows: [
        { area: `v${n}`, phones: ['02902 48-1100'], extension: '', hours: '', always: false, address: '', email: '' },
      ],
    })),
  ],
  site: [whole('site', (n, { id: _, ...site }) => ({ ...site, motto: `v${n}` }))],
};

function plain(entity: Entity, field: string, value: (n: number) => Json): FieldOnScreen {
  return {
    field,
    shown: (record) => record[field] ?? '',
    value,
    wish: (record, next, base) => update(entity, record.id, field, next, base),
  };
}

/** A document, which is saved as one value. */
function whole(name: 'site' | 'usefuldata', value: (n: number, record: Fields) => Json): FieldOnScreen {
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
