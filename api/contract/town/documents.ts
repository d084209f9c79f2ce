import { z } from 'zod';
import { firstCategories } from './categories.ts';
import type { Categories, Category } from './categories.ts';
import { NATIONAL_LINE } from './emergencies.ts';
import type { EmergencyLine } from './emergencies.ts';
import { lineWithNumber, namesEmergency } from './emergency-copies.ts';
import { TICKETS_PAGE } from '../addresses/tickets.ts';
import { html, web } from '../fields.ts';
import { DIRECTORY_GROUPS } from './directory-groups.ts';
import { pageIdIn, SECTIONS } from './menu-entries.ts';
import type { MenuEntry } from './menu-entries.ts';
import { BUILT_LOOK } from './look-built.ts';
import type { SiteTextName } from './site-texts.ts';
import { ROSTER_LIMITS } from '../calendar/roster-checked.ts';
import { EMERGENCY_LINES } from '../limits.ts';
import { SKYLINES } from './skylines.ts';
import { STREET_LIMITS, streetsIn, tidyStreets } from './zone-streets.ts';
import { hasPlace, NO_PLACE, townPlace, weatherFeed, weatherLevel } from './weather-settings.ts';
import { isMap, MAP_HOSTS } from '../values/maps.ts';
import { phoneParts, telephone } from '../values/phones.ts';
import { isTooShortToCall, tooShortToCall } from '../values/short-phones.ts';
import { decoded, fold, labelHash, oneLine, titlekey, words } from '../values/text.ts';

/**
 * The documents that staff edit as a whole: the town's identity, its lists of categories, the directory of useful data
 * and the text of the green-point page. Each has one schema for the form, the JSON view and the server.
 */
const text = (label: string) =>
  z
    .string({ error: `${label}: tiene que ser un texto.` })
    .overwrite(oneLine)
    .max(300, `${label}: hasta 300 caracteres.`);
/** Telephones as people write them, with text that cannot be called: `0800-555-1234 / 1236 int. 3, de 8 a 13`. */
const phones = text('Teléfono')
  .max(100, 'Teléfono: hasta 100 caracteres.')
  .refine((given) => !isTooShortToCall(given), {
    error: ({ input }) => `Teléfono: ${tooShortToCall(String(input))}`,
  });
const emergencyPhone = phones.refine(
  (given) => phoneParts(given).length === 1 && telephone(given),
  'Teléfono: escribí un solo número al que se pueda llamar, como 107 o 0800-555-1234.',
);
const mail = text('Correo').regex(/^$|^[^\s@]+@[^\s@]+$/, 'Correo: escribilo completo, como nombre@ejemplo.com.');
const address = web('Dirección web').parse;
const colour = text('Color').regex(/^#[0-9a-f]{6}$/i, 'Color: seis cifras hexadecimales después de #, como #0b6e5f.');
const SKYLINE = `Paisaje: uno de estos: ${SKYLINES.join(', ')}.`;
const sentence = text('Texto').max(160, 'Texto: hasta 160 caracteres.').exactOptional();
const SECURITY_CONTACT =
  'Contacto de seguridad: un correo, como seguridad@ejemplo.com, o una página, como https://ejemplo.gob.ar/seguridad.';
/** An address of e-mail, or of a page over https (RFC 9116, section 2.5.3). */
const securityContact = text('Contacto de seguridad').transform((given, context) => {
  if (/^$|^[^\s@/:]+@[^\s@/:]+$/.test(given)) return given;
  const page = address.safeParse(given).data;
  if (page?.startsWith('https:')) return page;
  context.addIssue({ code: 'custom', message: SECURITY_CONTACT });
  return z.NEVER;
});
const group = <S extends z.core.$ZodShape>(parts: S) =>
  z.strictObject(parts, {
    error: ({ code, keys, path }) =>
      code === 'unrecognized_keys'
        ? `No existe ${(keys as string[]).map(quoted).join(', ')}: sacalo.`
        : `${partAt(path)}: tiene que ser un grupo de datos, entre llaves.`,
  });
const list = <T extends z.ZodType>(part: T) =>
  z.array(part, { error: ({ path }) => `${partAt(path)}: tiene que ser una lista, entre corchetes.` });
const percent = (label: string) =>
  z
    .int({ error: `${label}: de 0 a 100.` })
    .min(0, `${label}: de 0 a 100.`)
    .max(100, `${label}: de 0 a 100.`);
const quoted = (key: string) => `«${key}»`;
/** Returns how errors in the JSON view name a part of a document. */
const partAt = (path: PropertyKey[] = []) => (path.length === 0 ? 'El documento' : quoted(path.join('.')));

const ANOTHER = 'Enlace: una sección, una página de este sitio o la dirección de otro, como https://ejemplo.gob.ar.';
/** A section, a free page, the page of tickets, or the address of another site. */
const target = text('Enlace').transform((given, context) => {
  if (SECTIONS.has(given) || given === TICKETS_PAGE || pageIdIn(given) !== undefined) return given;
  const site = address.safeParse(given).data;
  if (site && /[.:]/.test(new URL(site).hostname)) return site;
  context.addIssue({ code: 'custom', message: ANOTHER });
  return z.NEVER;
});
const menuName = text('Nombre').max(40, 'Nombre: hasta 40 caracteres.');
const isHidden = z.boolean({ error: 'Oculto: sí o no.' });
const NO_NAME = 'Falta el nombre: un enlace a otro sitio y un grupo no tienen uno propio.';
const menuLink = group({ to: target, name: menuName, isHidden }).refine(
  ({ to, name }) => name !== '' || !/^https?:/.test(to),
  { path: ['name'], error: NO_NAME },
);
const menuGroup = group({
  to: z.literal('', { error: 'Un grupo no lleva enlace.' }),
  name: menuName.min(1, NO_NAME),
  isHidden,
  items: list(menuLink).max(20, 'Hasta 20 enlaces por grupo.'),
});
const ENTRY = 'Cada entrada del menú tiene que ser un grupo de datos, entre llaves.';
/** Groups contain links only, so a menu has one level of them and cannot lead in a circle. */
const menu = group({
  authorities: list(text('Autoridad')).max(300, 'Hasta 300 autoridades.').exactOptional(),
  hidesEmpty: z.boolean({ error: 'Ocultar las secciones vacías: sí o no.' }),
  items: list(
    z
      .custom<object>((given) => typeof given === 'object' && given !== null, ENTRY)
      .transform((given, context): MenuEntry => {
        const { data, error } = ('items' in given ? menuGroup : menuLink).safeParse(given);
        for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
        return data ?? z.NEVER;
      }),
  ).max(30, 'Hasta 30 entradas en el menú.'),
}).superRefine(({ items }, { addIssue }) => {
  const seen = new Set<string>();
  for (const [at, entry] of items.entries()) {
    for (const [place, { to }] of [[null, entry] as const, ...(entry.items ?? []).entries()]) {
      if (to !== '' && seen.has(to)) {
        const path = ['items', at, ...(place === null ? [] : ['items', place]), 'to'];
        addIssue({ code: 'custom', path, message: 'Ya está en el menú: sacalo de uno de los dos lugares.' });
      }
      seen.add(to);
    }
  }
});

const NO_MAP =
  `Mapa: solo se ven los de ${MAP_HOSTS.join(' y ')}. ` +
  'Buscá el lugar en ese sitio, tocá «Compartir», elegí «HTML» y pegá acá lo que te da.';

/**
 * The address of a map that can be shown inside a page, '' for none. Takes the whole `<iframe>` that the site offers,
 * too.
 */
const mapAddress = z.preprocess(
  (given) =>
    typeof given === 'string' ? decoded(/^\s*<iframe\b[^>]*\ssrc="([^"]*)"/i.exec(given)?.[1] ?? given) : given,
  web('Dirección web').parse.refine((text) => text === '' || isMap(text), { error: NO_MAP }),
);

const siteGroup = group({
  town: text('Nombre de la localidad').min(1, 'Falta el nombre de la localidad.'),
  province: text('Provincia'),
  name: text('Nombre de la municipalidad').min(1, 'Falta el nombre de la municipalidad.'),
  motto: text('Lema'),
  address: text('Dirección'),
  postalCode: text('Código postal'),
  phone: phones,
  email: mail,
  genderViolencePhone: emergencyPhone,
  emergencies: group({ fire: emergencyPhone, police: emergencyPhone, medical: emergencyPhone }),
  taxUrl: address,
  consultationUrl: address,
  social: group({ facebook: address, instagram: address, x: address, youtube: address }),
  accent: colour,
  map: group({ embedUrl: mapAddress, title: text('Título del mapa') }),
  tourism: group({ address: text('Dirección'), phone: phones, email: mail }),
  securityContact: securityContact.exactOptional(),
  shortName: text('Nombre corto').max(12, 'Nombre corto: hasta 12 caracteres.'),
  second: colour,
  // They are what is shown. The four numbers above are kept for devices with release 1.0.0, which refuse a Sitio
  // without.
  lines: list(
    group({
      name: text('Nombre de la línea')
        .min(1, 'Falta el nombre de la línea.')
        .max(40, 'Nombre de la línea: hasta 40 caracteres.'),
      phone: emergencyPhone,
      note: text('Nota').max(80, 'Nota: hasta 80 caracteres.'),
      always: z.boolean({ error: '24 horas: sí o no.' }),
    }),
  )
    .min(EMERGENCY_LINES.least, `Emergencias: por lo menos ${EMERGENCY_LINES.least} líneas.`)
    .max(EMERGENCY_LINES.most, `Emergencias: hasta ${EMERGENCY_LINES.most} líneas.`),
  texts: group({
    hours: sentence,
    news: sentence,
    agenda: sentence,
    bulletins: sentence,
    tourism: sentence,
    greenPoints: sentence,
    usefulData: sentence,
    phones: sentence,
    consultation: sentence,
    bulletinsSign: sentence,
    tourismSign: sentence,
    agendaSign: sentence,
    greenPointsSign: sentence,
    footer: sentence,
    rights: sentence,
  } satisfies Record<SiteTextName, unknown>),
  menu: menu.exactOptional(),
  skyline: z.enum(SKYLINES, { error: SKYLINE }),
  // The point of the photo on the home page, in percent, that every cut keeps.
  photo: group({
    x: percent('Punto importante, a lo ancho'),
    y: percent('Punto importante, a lo alto'),
  }),
  // Where the weather service's warnings are read, '' for not at all, for which place, and from which level on
  // residents get a notification.
  weather: group({ feed: weatherFeed, place: townPlace, pushFrom: weatherLevel })
    .refine(hasPlace, { path: ['place'], error: NO_PLACE })
    .exactOptional(),
  // Whether Admins are shown the list of first steps.
  firstSteps: z.boolean({ error: 'Primeros pasos: sí o no.' }).exactOptional(),
});
/** An emergency number is called as the town's own telephone completes it: only beside that is a wrong digit seen. */
export const siteSchema = siteGroup.superRefine(({ phone: own, lines }, { addIssue }) => {
  for (const [at, { phone }] of lines.entries()) {
    if (telephone(phone, own)) continue;
    const message = `Teléfono: no se puede llamar a «${phone}»: le sobran o le faltan cifras.`;
    addIssue({ code: 'custom', path: ['lines', at, 'phone'], message });
  }
});
export type Site = z.output<typeof siteSchema>;

/** Maximum number of categories in a list, retired ones included, and of characters of a name. */
const MAX_CATEGORIES = 40;
const MAX_NAME = 40;
const categoryText = (label: string) => text(label).max(MAX_NAME, `${label}: hasta ${MAX_NAME} caracteres.`);
const category = {
  // A new one gets its key from its name, when the document is saved.
  key: text('Clave').regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/i, 'Clave: letras sin tilde y números, unidos por guiones.'),
  name: categoryText('Nombre').regex(/[\p{L}\p{N}]/u, 'Falta el nombre.'),
  retired: z.boolean({ error: 'Retirada: sí o no.' }),
};
/** Keys that no category may have, because they mean something else in the addresses of lists. */
const TAKEN_KEYS: ReadonlySet<string> = new Set(['all', 'buscar', 'leer', 'fecha']);

/** @param several what its entries are called, as `clases` */
const categoryList = <T extends z.ZodType<Category>>(entry: T, several: string) =>
  list(entry)
    .min(1, `Tiene que quedar al menos una de las ${several}.`)
    .superRefine((all, { addIssue }) => {
      if (all.length > MAX_CATEGORIES) {
        return addIssue({ code: 'custom', message: `Hasta ${MAX_CATEGORIES} ${several}: hay ${all.length}.` });
      }
      if (all.length > 0 && all.every(({ retired }) => retired)) {
        addIssue({ code: 'custom', message: `Dejá al menos una de las ${several} sin retirar.` });
      }
      for (const [at, { key, name }] of all.entries()) {
        const isTwice = (same: (one: Category) => boolean) => all.slice(0, at).some(same);
        if (isTwice((one) => fold(one.name) === fold(name))) {
          addIssue({ code: 'custom', path: [at, 'name'], message: `${quoted(name)} ya está en la lista.` });
        }
        const isTaken = TAKEN_KEYS.has(key.toLowerCase()) || isTwice((one) => labelHash(one.key) === labelHash(key));
        if (key && isTaken) addIssue({ code: 'custom', path: [at, 'key'], message: `La clave ${key} ya está en uso.` });
      }
    })
    .transform(withKeys);

/** Gives a key to each category that has none: its name as addresses spell it, and a number if that is taken. */
function withKeys<T extends Category>(all: T[]): T[] {
  const taken = new Set(all.map(({ key }) => labelHash(key)));
  return all.map((one) => {
    if (one.key) return one;
    const wanted = titlekey(one.name).replace(/^-$/, 'categoria');
    let key = wanted;
    for (let number = 2; TAKEN_KEYS.has(key) || taken.has(labelHash(key)); number += 1) key = `${wanted}-${number}`;
    taken.add(labelHash(key));
    return { ...one, key };
  });
}

/** Maximum number of lines of words that mean the same. */
const MAX_SYNONYMS = 100;
const zoneList = list(
  group({
    zone: text('Zona')
      .max(ROSTER_LIMITS.text, `Zona: hasta ${ROSTER_LIMITS.text} caracteres.`)
      .min(1, 'Falta el nombre de la zona.'),
    streets: z
      .string({ error: 'Calles y barrios: tienen que ser un texto.' })
      .overwrite(tidyStreets)
      .superRefine((given, { addIssue }) => {
        const long = streetsIn(given).find((one) => [...one].length > STREET_LIMITS.text);
        if (!long) return;
        const start = quoted(`${long.slice(0, 30)}…`);
        const message = `${start} es demasiado largo: hasta ${STREET_LIMITS.text} caracteres.`;
        addIssue({ code: 'custom', message });
      }),
  }),
)
  .max(STREET_LIMITS.zones, `Hasta ${STREET_LIMITS.zones} zonas.`)
  .superRefine((all, { addIssue }) => {
    for (const [at, { zone }] of all.entries()) {
      if (!all.slice(0, at).some((one) => fold(one.zone) === fold(zone))) continue;
      addIssue({ code: 'custom', path: [at, 'zone'], message: `${quoted(zone)} ya está en la lista.` });
    }
    const count = all.flatMap(({ streets }) => streetsIn(streets)).length;
    const most = STREET_LIMITS.streets;
    if (count <= most) return;
    addIssue({ code: 'custom', message: `Hasta ${most} calles y barrios entre todas las zonas: hay ${count}.` });
  });

export const categoriesSchema = group({
  bulletin: categoryList(
    group({ ...category, title: categoryText('Título de la lista'), singular: categoryText('En singular') }),
    'clases',
  ),
  agenda: categoryList(group(category), 'categorías'),
  // What devices with an earlier release send lacks it.
  roster: categoryList(group(category), 'tipos').default(() => firstCategories.roster),
  synonyms: list(
    group({
      words: text('Palabras')
        .max(200, 'Palabras: hasta 200 caracteres.')
        .refine((given) => words(given).length > 1, 'Escribí al menos dos palabras, separadas por comas.'),
    }),
  )
    .max(MAX_SYNONYMS, `Hasta ${MAX_SYNONYMS} renglones de palabras.`)
    .exactOptional(),
  zones: zoneList.exactOptional(),
}) satisfies z.ZodType<Categories>;

export const usefulDataSchema = group({
  rows: list(
    group({
      area: text('Área').min(1, 'Cada fila necesita el nombre del área.'),
      // Devices with an earlier release send none: see `withGroups`.
      group: z
        .enum(DIRECTORY_GROUPS, { error: `Grupo: uno de estos: ${DIRECTORY_GROUPS.join(', ')}.` })
        .exactOptional(),
      phones: list(phones.min(1, 'Falta el teléfono.')).max(10, 'Hasta 10 teléfonos por fila.'),
      extension: text('Interno'),
      hours: text('Horario'),
      always: z.boolean({ error: '24 horas: sí o no.' }),
      address: text('Dirección'),
      email: mail,
    }),
  ).max(200, 'Hasta 200 filas.'),
});
export type UsefulData = z.output<typeof usefulDataSchema>;

/**
 * Returns the schema of the directory of a town with the given emergency lines: no row may repeat the name or the
 * number of one.
 */
export function usefulDataBeside(lines: EmergencyLine[]): z.ZodType<UsefulData> {
  return usefulDataSchema.superRefine(({ rows }, { addIssue }) => {
    for (const [at, { area, phones }] of rows.entries()) {
      if (namesEmergency(area, lines)) {
        addIssue({
          code: 'custom',
          path: ['rows', at, 'area'],
          message:
            `${quoted(area)} ya está entre las emergencias, que se cambian en Sitio. ` +
            'Quitá la fila o decí qué la distingue, como «Bomberos: cuartel».',
        });
      }
      for (const [place, number] of phones.entries()) {
        const line = lineWithNumber(lines, number);
        if (line) {
          addIssue({
            code: 'custom',
            path: ['rows', at, 'phones', place],
            message: `El ${number} ya está arriba, en ${line.name}, y se cambia en Sitio: sacalo de esta fila.`,
          });
        }
      }
    }
  });
}

export const greenPointText = html('Texto', 4000);
const greenPointTextSchema = group({ txt: greenPointText.parse });
export type GreenPointText = z.output<typeof greenPointTextSchema>;

export const documentSchemas = {
  site: siteSchema,
  categories: categoriesSchema,
  usefuldata: usefulDataSchema,
  greenpointpage: greenPointTextSchema,
};
export type DocumentName = keyof typeof documentSchemas;

/** The documents of an empty portal. They are not specific to a town: only three national emergency numbers are set. */
export const blankDocuments: {
  site: Site;
  categories: Categories;
  usefuldata: UsefulData;
  greenpointpage: GreenPointText;
} = {
  site: {
    town: 'Mi localidad',
    province: '',
    name: 'Municipalidad',
    motto: '',
    address: '',
    postalCode: '',
    phone: '',
    email: '',
    genderViolencePhone: NATIONAL_LINE,
    emergencies: { fire: '100', police: '101', medical: '107' },
    taxUrl: '',
    consultationUrl: '',
    social: { facebook: '', instagram: '', x: '', youtube: '' },
    accent: '#0b6e5f',
    ...BUILT_LOOK,
    // No landscape is right for every town: one appears when an Admin chooses it.
    skyline: 'ninguno',
    shortName: '',
    texts: {},
    lines: [
      { name: 'Bomberos', phone: '100', note: '', always: true },
      { name: 'Policía', phone: '101', note: '', always: true },
      { name: 'Emergencias médicas', phone: '107', note: '', always: true },
      { name: 'Violencia de género', phone: NATIONAL_LINE, note: '', always: true },
    ],
    map: { embedUrl: '', title: '' },
    tourism: { address: '', phone: '', email: '' },
    securityContact: '',
    firstSteps: true,
  },
  categories: firstCategories,
  usefuldata: { rows: [] },
  greenpointpage: { txt: '' },
};
