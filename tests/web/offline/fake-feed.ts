import type { Feed } from '#contract/messages/feed-messages';
import type { RecordType } from '#contract/record-types';
import { newestFirst } from '#contract/lists';
import type { AnyRecord, SiteDocument, Story } from '#contract/records';
import { blankDocuments } from '#contract/town/documents';
import { Unreachable } from '../../../web/src/offline/pull/api-call.ts';
import type { ApiCall } from '../../../web/src/offline/pull/api-call.ts';

export const NOON = Date.parse('2026-03-15T13:32:00Z');

interface Change {
  seq: number;
  type: RecordType;
  id: string;
}

/**
 * A small model of the server's change feed: a fill with the newest stories first, in pieces of a few records, then
 * pulls. A story that is not published is sent as a `del`. The connection can fail, and the database can be replaced.
 */
export function fakeFeed({ piece = 4, newest = 100 } = {}) {
  let epoch = 'one';
  let seq = 0;
  let records = new Map<string, AnyRecord>();
  let changes: Change[] = [];
  /** The last story of the previous piece, by token, so that stories that move during a fill displace no others. */
  const lasts = new Map<string, Story>();
  const server = {
    asked: [] as string[],
    /** Number of answers that still arrive before the connection fails. */
    answers: Number.POSITIVE_INFINITY,
    /** Runs before each answer is computed, and before it is delivered. */
    before: async (_query: string): Promise<void> => {},
    beforeDelivery: async (_query: string): Promise<void> => {},

    put(type: RecordType, record: AnyRecord): void {
      records.set(`${type} ${record.id}`, record);
      touch(type, record.id);
    },
    remove(type: RecordType, id: string): void {
      records.delete(`${type} ${id}`);
      touch(type, id);
    },
    story: (id: string, fields: Partial<Story> = {}) => server.put('story', story(id, fields)),
    /** Replaces the database by an empty one with another epoch, like that of a restored backup. */
    restore(name: string): void {
      [epoch, seq, records, changes] = [name, 0, new Map(), []];
    },
    /** Removes the last changes from the database without a new epoch. */
    loseLast(count: number): void {
      for (const { type, id } of changes.splice(-count)) records.delete(`${type} ${id}`);
      seq -= count;
    },
    ask: (async (url) => {
      server.asked.push(url);
      await server.before(url);
      if (server.answers <= 0) throw new Unreachable(url);
      server.answers -= 1;
      const body = answer(url);
      await server.beforeDelivery(url);
      return { status: body ? 200 : 400, body: structuredClone(body) ?? { code: 'malformed' }, at: NOON };
    }) satisfies ApiCall as ApiCall,
  };

  function touch(type: RecordType, id: string): void {
    seq += 1;
    changes = [...changes.filter((one) => one.type !== type || one.id !== id), { seq, type, id }];
  }
  const cursorAt = (at: number) => `${epoch}.${at}`;
  const isPublic = (record: AnyRecord | undefined) =>
    record !== undefined && (!('status' in record) || record.status === 'Publicado');
  const counts = () => ({
    agenda: 0,
    bulletin: 0,
    album: 0,
    story: [...records].filter(([key, one]) => key.startsWith('story') && isPublic(one)).length,
  });

  function answer(url: string): Feed | null {
    const query = new URLSearchParams(url.slice(1));
    const next = query.get('next');
    const [since, at] = (query.get('since') ?? '').split('.');
    if (next === 'old format' || since === 'old format') return null;
    if (next !== null) {
      const [life, head, from] = next.split('.');
      return life === epoch ? fill(Number(head), Number(from), lasts.get(next)) : fill(seq, 0);
    }
    return since === epoch && Number(at) <= seq ? pull(Number(at)) : fill(seq, 0);
  }

  function fill(head: number, before: number, last?: Story): Feed {
    const all = [...records]
      .filter(([, record]) => isPublic(record))
      .map(([key, record]) => ({ type: key.split(' ')[0] as RecordType, record }));
    const stories = all.filter(
      ({ type, record }) => type === 'story' && (!last || newestFirst(record as Story, last) > 0),
    );
    stories.sort((a, b) => newestFirst(a.record as Story, b.record as Story));
    const order = [...(last ? [] : all.filter(({ type }) => type !== 'story')), ...stories].slice(
      0,
      newest + 1 - before,
    );
    const sent = order.slice(0, piece);
    const isEnd = sent.length === order.length;
    const next = `${epoch}.${head}.${before + piece}`;
    if (!isEnd) lasts.set(next, sent.at(-1)?.record as Story);
    return {
      epoch,
      cursor: cursorAt(head),
      fill: true,
      more: !isEnd,
      next: isEnd ? null : next,
      counts: counts(),
      dels: [],
      puts: sent.map(({ type, record }) => ({
        type,
        record,
        seq: changes.find((one) => one.type === type && one.id === record.id)?.seq ?? 0,
      })) as Feed['puts'],
    };
  }

  function pull(after: number): Feed {
    const since = changes.filter((one) => one.seq > after);
    const sent = since.slice(0, piece);
    const isKept = ({ type, id }: Change) => isPublic(records.get(`${type} ${id}`));
    return {
      epoch,
      cursor: cursorAt(sent.at(-1)?.seq ?? after),
      more: since.length > piece,
      counts: counts(),
      puts: sent
        .filter(isKept)
        .map(({ type, id, seq: at }) => ({ type, seq: at, record: records.get(`${type} ${id}`) })) as Feed['puts'],
      dels: sent.filter((one) => !isKept(one)).map(({ type, id, seq: at }) => ({ type, id, seq: at })),
    };
  }

  server.put('site', site());
  return server;
}
export type FakeFeed = ReturnType<typeof fakeFeed>;

export function story(id: string, fields: Partial<Story> = {}): Story {
  return {
    id,
    created: '2026-03-01T10:00:00.000Z',
    year: 2026,
    title: `Noticia ${id}`,
    titlekey: `noticia-${id}`,
    description: 'Copete',
    date: '2026-03-10',
    status: 'Publicado',
    highlight: 0,
    text: '<p>Texto</p>',
    video: '',
    label: '',
    labels: [],
    image: null,
    ...fields,
  };
}

export function site(fields: Partial<SiteDocument> = {}): SiteDocument {
  return {
    id: 'site',
    town: 'Cañadón Huemul',
    province: 'Santa Cruz',
    name: 'Municipalidad',
    motto: '',
    address: '',
    postalCode: '9407',
    phone: '',
    email: '',
    genderViolencePhone: '144',
    emergencies: { fire: '100', police: '101', medical: '107' },
    taxUrl: '',
    consultationUrl: '',
    social: { facebook: '', instagram: '', x: '', youtube: '' },
    accent: '#0b6e5f',
    map: { embedUrl: '', title: '' },
    tourism: { address: '', phone: '', email: '' },
    shortName: '',
    second: '#ffc631',
    skyline: 'mesetas',
    texts: {},
    photo: { x: 50, y: 50 },
    lines: blankDocuments.site.lines,
    ...fields,
  };
}
