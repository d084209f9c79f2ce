import { firstCategories } from '#contract/town/categories';
import { blankDocuments } from '#contract/town/documents';
import { defaultMenu } from '#contract/town/menu-entries';
import { ALERT_SEVERITIES, STATUSES } from '#contract/record-types';
import type { EntityName } from '#contract/forms-and-lists';
import { addDays, momentAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import type { PictureOwner } from '#contract/record-types';
import type { Town } from '../api/town.ts';

const AGENDA_LABELS = firstCategories.agenda.map(({ key }) => key);
const BULLETIN_CLASSES = firstCategories.bulletin.map(({ key }) => key);

export const TODAY: Day = '2026-03-15';
export const LABELS = [
  'Gobierno',
  'Obras Públicas',
  'Niñez',
  'Salud',
  'Educación',
  'Cultura',
  'Deporte',
  'Ñandú',
  'Clima',
  'Rutas',
  'Escuelas',
];
const WORDS = [
  'plaza',
  'ruta',
  'Acuña',
  'vacunación',
  'niños',
  'ano',
  'año',
  'escarcha',
  'Día',
  'obra',
  'agua',
  'camión',
  'estepa',
  'guanaco',
  'fiesta',
  'leña',
  'gas',
  'calendario',
  'tránsito',
  '24 hs',
  'C.E.M.',
  'pingüino',
  'maratón',
  'licitación',
  'puente',
  'río',
  'comisión',
  'huerta',
];

const link = (page: string) => ({ to: `/pagina/${page}`, name: '', isHidden: false });

export interface Sizes {
  stories: number;
  events: number;
  bulletins: number;
  albums: number;
}

/** Returns a reproducible random generator (mulberry32) of numbers in [0, 1). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fills a town with records of every type in every status, including values that a tidy town would not have. */
export function randomTown(town: Town, seed: number, { stories, events, bulletins, albums }: Sizes) {
  const random = chance(seed);
  const one = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const some = <T>(from: readonly T[], most: number) => [
    ...new Set(Array.from({ length: Math.floor(random() * (most + 1)) }, () => one(from))),
  ];
  const text = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => one(WORDS)).join(' ');
  const html = () => `<p>${text(20)}</p><p>${text(8)} &amp; <strong>${text(2)}</strong></p>`;
  const status = () => (random() < 0.7 ? 'Publicado' : one(STATUSES));
  const dayBetween = (from: number, to: number) => addDays(TODAY, Math.floor(from + random() * (to - from)));
  const hours = (from: number, to: number) => Math.floor(from + random() * (to - from)) * 3_600_000;
  const times = (count: number, make: () => void) => Array.from({ length: count }, make);

  function picture(owner: PictureOwner, id: string): void {
    if (random() < 0.5) return;
    const name = `foto-${Math.floor(random() * 2 ** 48)
      .toString(16)
      .padStart(16, '0')}`;
    town.writer.setPicture(town.act, owner, id, { name, width: one([320, 1200, 1600]), height: 900 });
  }
  function titled(): Record<string, unknown> {
    return { title: random() < 0.05 ? '' : text(6), status: status(), highlight: random() < 0.12 ? 1 : 0 };
  }

  const makers = {
    story(): string {
      const id = town.make('story', { ...titled(), description: text(8), date: dayBetween(-300, 5), text: html() });
      for (const label of some(LABELS, 3)) town.writer.createLabel(town.act, id, label);
      picture('story', id);
      return id;
    },
    agenda(): string {
      const date = dayBetween(-90, 60);
      const id = town.make('agenda', {
        ...titled(),
        description: text(8),
        date,
        lastDay: random() < 0.4 ? addDays(date, one([-3, 0, 1, 2, 9, 40, 365, 366])) : '',
        startTime: one(['', '', '09:00', '18:30']),
        endTime: one(['', '18:30', '23:00', '02:00']),
        place: random() < 0.5 ? text(2) : '',
        labelId: one(AGENDA_LABELS),
        text: html(),
      });
      picture('agenda', id);
      return id;
    },
    bulletin: () =>
      town.make('bulletin', {
        title: text(5),
        status: status(),
        number: text(2),
        bclass: one(BULLETIN_CLASSES),
        date: dayBetween(-400, 0),
        text: html(),
      }),
    album(): string {
      const id = town.make('album', { ...titled(), shortDescription: text(5), description: html() });
      picture('album', id);
      picture('album', id);
      if (random() < 0.3) town.writer.addVideo(town.act, id, 'https://vimeo.com/123456');
      return id;
    },
    authority(): string {
      const id = town.make('authority', {
        name: random() < 0.2 ? '' : text(2),
        position: random() < 0.2 ? '' : one(['Intendenta', 'Secretario de Obras', 'Concejal']),
        personalData: html(),
      });
      picture('authority', id);
      return id;
    },
    page(): string {
      const { title, status: state } = titled();
      const id = town.make('page', { title, status: state, description: text(5), text: html() });
      picture('page', id);
      return id;
    },
    map: () =>
      town.make('map', { title: random() < 0.2 ? '' : text(3), url: random() < 0.2 ? '' : 'https://mapas.example/1' }),
    greenpoint: () => town.make('greenpoint', { title: random() < 0.2 ? '' : text(3), url: 'https://mapas.example/2' }),
    alert() {
      const begins = town.clock.now + hours(-72, 24);
      return town.make('alert', {
        headline: text(4),
        instruction: text(8),
        area: text(2),
        severity: one(ALERT_SEVERITIES),
        onset: momentAt(begins),
        // It may have ended by now, but never before it began.
        expires: momentAt(Math.max(begins + 60_000, town.clock.now + hours(-3, 48))),
        status: status(),
      });
    },
    procedure: () =>
      town.make('procedure', {
        title: random() < 0.1 ? '' : text(4),
        status: status(),
        description: text(6),
        topic: random() < 0.3 ? '' : one(WORDS),
        requirements: `${text(2)}\n${text(3)}`,
        office: text(2),
        text: html(),
      }),
  } as const satisfies Partial<Record<EntityName, () => string>>;
  type Kind = keyof typeof makers;

  const ids: Record<Kind, string[]> = {
    story: [],
    agenda: [],
    bulletin: [],
    album: [],
    authority: [],
    page: [],
    map: [],
    greenpoint: [],
    alert: [],
    procedure: [],
  };
  const counts: Record<Kind, number> = {
    story: stories,
    agenda: events,
    bulletin: bulletins,
    album: albums,
    authority: 9,
    page: 7,
    map: 6,
    greenpoint: 6,
    alert: 12,
    procedure: 7,
  };
  for (const kind of Object.keys(makers) as Kind[]) times(counts[kind], () => ids[kind].push(makers[kind]()));
  town.writer.setDocument(town.act, 'usefuldata', {
    rows: Array.from({ length: 6 }, () => ({
      area: text(3),
      phones: ['02902 48-1130', '02902 48-1131'].slice(Math.floor(random() * 3)),
      extension: '',
      hours: text(2),
      always: random() < 0.3,
      address: text(2),
      email: '',
    })),
  });
  town.writer.setDocument(town.act, 'site', {
    ...blankDocuments.site,
    menu: {
      hidesEmpty: true,
      items: [
        ...defaultMenu().items,
        { to: 'https://reclamos.example/', name: 'Agua y gas: reclamos', isHidden: false },
        { to: '', name: 'Más', isHidden: false, items: ids.page.slice(0, 5).map((id) => link(id)) },
        ...ids.page.slice(5).map((id) => link(id)),
      ],
    },
  });
  town.writer.setPdf(town.act, 'digest', 'digest', {
    pdf: 'digesto-0123456789abcdef.pdf',
    pdfname: 'Digesto.pdf',
    pdfsize: 1000,
  });
  town.writer.setDocument(town.act, 'greenpointpage', { txt: html() });
  picture('greenpointpage', 'greenpointpage');
  picture('hero', 'hero');

  return {
    ids,
    /** Creates, changes, hides, shows, moves to another day or deletes the given number of records. */
    work(changes: number): void {
      times(changes, () => {
        const kind = one(['story', 'story', 'agenda', 'bulletin', 'album', 'authority'] as const);
        const id = one(ids[kind]);
        const what = random();
        if (what < 0.2 || id === undefined) ids[kind].push(makers[kind]());
        else if (what < 0.3) {
          town.writer.remove(town.act, kind, id);
          ids[kind].splice(ids[kind].indexOf(id), 1);
        } else if (kind === 'authority') town.writer.update(town.act, kind, id, 'name', { value: one(['', text(2)]) });
        else if (what < 0.6) town.writer.update(town.act, kind, id, 'status', { value: one(STATUSES) });
        else if (what < 0.75 && kind !== 'bulletin')
          town.writer.update(town.act, kind, id, 'highlight', { value: one([0, 1]) });
        else if (what < 0.9 && kind !== 'album')
          town.writer.update(town.act, kind, id, 'date', { value: dayBetween(-400, 60) });
        else town.writer.update(town.act, kind, id, 'title', { value: text(6) });
      });
    },
  };
}
