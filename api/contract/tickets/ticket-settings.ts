import { z } from 'zod';
import { oneLine, visible } from '../values/text.ts';

/** How a town takes tickets, as an Admin sets it. No device of a resident has it: it says who answers. */
export interface TicketSettings {
  /** Whether the form is offered; tickets that are there can be followed and answered in any case. */
  isOpen: boolean;
  topics: TicketTopic[];
  areas: TicketArea[];
  takesAnonymous: boolean;
  /** Months from the settling of a ticket until it loses everything about a person. */
  months: number;
  /** Whether everybody may see what is open, and what was settled lately (`public-ticket.ts`). */
  isPublic: boolean;
  /** Texts that staff begin answers with. */
  prepared: string[];
}
export interface TicketTopic {
  /** What tickets store: it never changes, whatever the topic is called. */
  key: string;
  name: string;
  /** Key of the area that gets its tickets. */
  area: string;
  /** Not offered for new tickets. */
  retired: boolean;
}
/** A part of the town hall that answers tickets. */
export interface TicketArea {
  key: string;
  name: string;
  /** Ids of the Editors who see its tickets; Admins see all. */
  people: string[];
  /** Where it is told of new tickets, if the portal sends mail. Absent or blank: nowhere. */
  email?: string;
}

export const KEPT_MONTHS = { least: 1, usual: 24, most: 120 } as const;
const MOST_TOPICS = 40;
const MOST_AREAS = 30;
const MOST_PEOPLE = 100;
/** Texts that staff begin answers with, and the characters of one. */
export const PREPARED_LIMITS = { texts: 30, text: 1000 } as const;
const FIRST_PREPARED = [
  'Gracias por avisar. Lo pasamos a la cuadrilla y te contamos acá cuándo van.',
  'Ya está arreglado. Si ves que sigue, escribinos acá mismo.',
  'Para poder ir necesitamos saber la altura o entre qué calles es. ¿Nos la pasás?',
  'Eso no depende del municipio: te conviene llamar a la empresa que presta el servicio.',
];

/** The settings of a town that has set none: closed, with the topics that towns are told of most. */
export const FIRST_TICKET_SETTINGS: TicketSettings = {
  isOpen: false,
  topics: [
    ['bache', 'Bache o calle rota'],
    ['luminaria', 'Luminaria'],
    ['agua', 'Agua o cloacas'],
    ['basura', 'Basura y limpieza'],
    ['animales', 'Animales'],
    ['otro', 'Otra cosa o una consulta'],
  ].map(([key = '', name = '']) => ({ key, name, area: 'entradas', retired: false })),
  areas: [{ key: 'entradas', name: 'Mesa de Entradas', people: [] }],
  takesAnonymous: true,
  months: KEPT_MONTHS.usual,
  isPublic: false,
  prepared: FIRST_PREPARED,
};

const KEY = 'Clave: de 1 a 40 minúsculas, cifras y guiones.';
const key = z.string(KEY).regex(/^[a-z0-9-]{1,40}$/, KEY);
const text = (what: string) => z.string(`${what}: tiene que ser un texto.`);
const name = (what: string) =>
  text(what).overwrite(oneLine).min(1, `${what}: falta el nombre.`).max(60, `${what}: hasta 60 caracteres.`);
/** An object with these parts and no others. */
const group = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, 'Ajustes de reclamos: falta una parte, o hay una que no corresponde.');
const list = <S extends z.ZodType>(what: string, entry: S) => z.array(entry, `${what}: tiene que ser una lista.`);
/** The address of a mailbox, as a program takes it that sends mail. */
const mailbox = z.email().max(254);
const yes = (what: string) => z.boolean({ error: `${what}: sí o no.` });
const MONTHS = `Meses que se guarda: de ${KEPT_MONTHS.least} a ${KEPT_MONTHS.most}.`;

/** What an Admin may store. */
export const ticketSettings = group({
  isOpen: yes('Abierto'),
  topics: list('Temas', group({ key, name: name('Tema'), area: key, retired: yes('Retirado') }))
    .min(1, 'Hace falta al menos un tema.')
    .max(MOST_TOPICS, `Hasta ${MOST_TOPICS} temas.`),
  areas: list(
    'Áreas',
    group({
      key,
      name: name('Área'),
      people: list('Editores del área', text('Editor del área').max(64, 'Editor del área: hasta 64 caracteres.')).max(
        MOST_PEOPLE,
        `Hasta ${MOST_PEOPLE} editores por área.`,
      ),
      email: text('Correo del área').trim().exactOptional(),
    }).superRefine((area, { addIssue }) => {
      const { name: called, email = '' } = area;
      if (email === '' || mailbox.safeParse(email).success) return;
      const message = `Correo de «${called}»: escribilo completo, como nombre@ejemplo.com, o dejalo vacío.`;
      addIssue({ code: 'custom', path: ['email'], message });
    }),
  )
    .min(1, 'Hace falta al menos un área.')
    .max(MOST_AREAS, `Hasta ${MOST_AREAS} áreas.`),
  takesAnonymous: yes('Sin nombre'),
  months: z.int(MONTHS).min(KEPT_MONTHS.least, MONTHS).max(KEPT_MONTHS.most, MONTHS),
  // Those that an earlier release has stored have none.
  isPublic: yes('Público').default(false),
  // Settings of an earlier release have none.
  prepared: list(
    'Textos preparados',
    text('Texto preparado')
      .overwrite((given) => visible(given).trim())
      .min(1, 'Texto preparado: escribilo o quitalo.')
      .max(PREPARED_LIMITS.text, `Texto preparado: hasta ${PREPARED_LIMITS.text} caracteres.`),
  )
    .max(PREPARED_LIMITS.texts, `Hasta ${PREPARED_LIMITS.texts} textos preparados.`)
    .default(FIRST_PREPARED),
}).superRefine(({ isOpen, topics, areas }, { addIssue }) => {
  const known = new Set(areas.map((one) => one.key));
  for (const [list, part] of [
    [topics, 'topics'],
    [areas, 'areas'],
  ] as const) {
    const keys = list.map((one) => one.key);
    const at = keys.findIndex((one, place) => keys.indexOf(one) !== place);
    if (at >= 0) addIssue({ code: 'custom', path: [part, at, 'key'], message: 'Está dos veces.' });
  }
  for (const [at, { area }] of topics.entries()) {
    if (known.has(area)) continue;
    addIssue({ code: 'custom', path: ['topics', at, 'area'], message: 'Elegí un área de la lista.' });
  }
  if (isOpen && topics.every(({ retired }) => retired)) {
    addIssue({ code: 'custom', path: ['topics'], message: 'Para recibir, hace falta un tema que no esté retirado.' });
  }
}) satisfies z.ZodType<TicketSettings>;
