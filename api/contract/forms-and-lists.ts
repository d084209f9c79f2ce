import { ALERT_HOURS, SEVERITY_NAMES } from './calendar/alert-severities.ts';
import { dayAt, momentAt } from './values/dates.ts';
import { choice, email, fieldOf, flag, line, password, username } from './fields.ts';
import type { AnyFieldWords, Field, FieldWords } from './fields.ts';
import { attachedValues, traitsOf } from './record-types.ts';
import type { FieldValues, RecordEntity, Status } from './record-types.ts';
import { ADMIN, EDITOR } from './roles.ts';

/**
 * What staff see of an entity, in addition to its declaration in `record-types.ts`: its names, its fields with labels
 * and recommended maximum lengths, and the columns of its list. Parts that are not plain values (labels, pictures,
 * videos, files) have separate calls. Source: spec sections 2.2, 3, 5 and 8.
 */
interface EntityWords {
  singular: string;
  /** The plural, for counts: `3 noticias`. */
  several: string;
  /** What is said of it agrees in the feminine. */
  isFeminine?: true;
  /** The name of the section. */
  plural: string;
  /** Label of the button that creates one. */
  create: string;
  confirmDelete: string;
  /** Asked before a changed field is saved (spec section 5). */
  confirmChange?: string;
  /** Label of its picture, by default «Imagen». */
  picture?: string;
  /** The fields that its form begins with. */
  first?: readonly string[];
  /** Fields that few people change: they are behind a word. */
  more?: { label: string; fields: readonly string[] };
}
export interface EntityDeclaration<E extends EntityName = EntityName> extends EntityWords {
  /** The columns of its list, by names of fields; the first one is the record's name. */
  columns: readonly string[];
  fields: { [F in keyof Values<E>]: Field<Values<E>[F]> };
}

/** The words of an entity. Every field that `record-types.ts` declares for it must be here. */
interface WordsFor<T extends RecordEntity> extends EntityWords {
  columns: readonly (keyof FieldValues<T> & string)[];
  fields: { [F in keyof FieldValues<T>]: FieldWords<FieldValues<T>[F]> };
}

const status: FieldWords<Status> = {
  label: 'Estado',
  blank: 'Redaccion',
  choices: { Redaccion: 'Redacción', Publicado: 'Publicado', Archivado: 'Archivado', Oculto: 'Oculto' },
};
const place: Pick<WordsFor<'map'>, 'create' | 'confirmDelete' | 'confirmChange' | 'columns' | 'fields'> = {
  create: 'Crear mapa',
  columns: ['title', 'url'],
  confirmDelete: 'Estas por eliminar definitivamente este mapa',
  confirmChange: 'Estas por modificar los datos de este mapa',
  fields: { title: { label: 'Título' }, url: { label: 'Dirección web' } },
};

const words: { [T in RecordEntity]: WordsFor<T> } = {
  story: {
    singular: 'noticia',
    several: 'noticias',
    isFeminine: true,
    plural: 'Noticias',
    create: 'Crear noticia',
    confirmDelete: 'Estas por eliminar definitivamente esta noticia',
    columns: ['title', 'description', 'date', 'status', 'highlight'],
    fields: {
      title: { label: 'Título', recommendedLength: 150 },
      description: { label: 'Copete', recommendedLength: 250 },
      date: { label: 'Fecha' },
      status,
      highlight: { label: 'Destacada' },
      text: { label: 'Texto', recommendedLength: 4000, ownButton: true },
      video: { label: 'Video' },
    },
  },
  alert: {
    singular: 'alerta',
    several: 'alertas',
    isFeminine: true,
    plural: 'Alertas',
    create: 'Crear alerta',
    confirmDelete: 'Estas por eliminar definitivamente esta alerta',
    columns: ['headline', 'severity', 'expires', 'status'],
    first: ['severity'],
    more: { label: 'Más: categoría, urgencia y certeza', fields: ['category', 'urgency', 'certainty'] },
    fields: {
      headline: { label: 'Qué pasa', recommendedLength: 80 },
      instruction: { label: 'Qué hacer', recommendedLength: 250 },
      description: { label: 'Descripción', recommendedLength: 1000 },
      area: { label: 'Dónde', recommendedLength: 150 },
      link: { label: 'Enlace' },
      status,
      severity: { label: 'Gravedad', blank: 'Moderate', choices: SEVERITY_NAMES },
      onset: { label: 'Comienza' },
      expires: { label: 'Termina', hoursAfter: ALERT_HOURS.Moderate },
      category: {
        label: 'Categoría',
        blank: 'Other',
        choices: {
          Met: 'Tiempo y nieve',
          Infra: 'Agua, luz y otros servicios',
          Transport: 'Rutas y tránsito',
          Fire: 'Incendio',
          Health: 'Salud',
          Safety: 'Protección civil',
          Security: 'Seguridad',
          Rescue: 'Búsqueda y rescate',
          Geo: 'Sismo o volcán',
          Env: 'Ambiente',
          CBRNE: 'Sustancias peligrosas',
          Other: 'Otra',
        },
      },
      urgency: {
        label: 'Urgencia',
        blank: 'Immediate',
        choices: {
          Immediate: 'Actuar ya',
          Expected: 'Actuar pronto',
          Future: 'Más adelante',
          Past: 'Ya pasó',
          Unknown: 'No se sabe',
        },
      },
      certainty: {
        label: 'Certeza',
        blank: 'Observed',
        choices: {
          Observed: 'Comprobado',
          Likely: 'Probable',
          Possible: 'Posible',
          Unlikely: 'Poco probable',
          Unknown: 'No se sabe',
        },
      },
      source: { label: 'Fuente' },
      note: { label: 'Lo que agrega el municipio', recommendedLength: 250 },
      hiddenFor: { label: 'Por qué se oculta', recommendedLength: 150 },
    },
  },
  agenda: {
    singular: 'evento',
    several: 'eventos',
    plural: 'Agenda',
    create: 'Crear evento',
    confirmDelete: 'Estas por eliminar definitivamente este evento',
    columns: ['title', 'description', 'date', 'status', 'highlight'],
    fields: {
      title: { label: 'Título', recommendedLength: 150 },
      description: { label: 'Copete', recommendedLength: 250 },
      date: { label: 'Fecha' },
      lastDay: { label: 'Último día' },
      startTime: { label: 'Hora de inicio' },
      endTime: { label: 'Hora de fin' },
      place: { label: 'Lugar', recommendedLength: 60 },
      address: { label: 'Dirección', recommendedLength: 100 },
      map: { label: 'Enlace al mapa' },
      status,
      highlight: { label: 'Destacada' },
      label: { label: 'Categoría', blank: 'Institucional', path: 'labelId' },
      text: { label: 'Texto', recommendedLength: 4000 },
    },
  },
  procedure: {
    singular: 'trámite',
    several: 'trámites',
    plural: 'Trámites',
    create: 'Crear trámite',
    confirmDelete: 'Estás por eliminar definitivamente este trámite',
    columns: ['title', 'topic', 'office', 'status'],
    fields: {
      title: { label: 'Nombre del trámite', recommendedLength: 100 },
      description: { label: 'Para qué sirve', recommendedLength: 250 },
      topic: { label: 'Tema', recommendedLength: 40 },
      requirements: { label: 'Qué hay que llevar: una cosa por renglón', recommendedLength: 1000 },
      cost: { label: 'Cuánto cuesta', recommendedLength: 80 },
      duration: { label: 'Cuánto tarda', recommendedLength: 80 },
      office: { label: 'Dónde se hace', recommendedLength: 80 },
      address: { label: 'Dirección', recommendedLength: 100 },
      hours: { label: 'Horario', recommendedLength: 80 },
      phones: { label: 'Teléfonos' },
      form: { label: 'Enlace al formulario o al trámite en línea' },
      status,
      text: { label: 'Cómo se hace', recommendedLength: 4000 },
    },
  },
  roster: {
    singular: 'guardia o recorrido',
    several: 'guardias y recorridos',
    isFeminine: true,
    plural: 'Guardias y recorridos',
    create: 'Crear guardia o recorrido',
    confirmDelete: 'Estás por eliminar definitivamente esta guardia o recorrido',
    columns: ['title', 'kind', 'description', 'status'],
    fields: {
      title: { label: 'Nombre', recommendedLength: 60 },
      description: { label: 'Qué hay que saber', recommendedLength: 250 },
      kind: { label: 'Tipo', blank: 'recoleccion' },
      turns: { label: 'Cuándo y quién' },
      noholidays: { label: 'No hay en feriados nacionales' },
      status,
    },
  },
  authority: {
    singular: 'integrante',
    several: 'integrantes',
    plural: 'Gobierno',
    create: 'Nuevo integrante',
    confirmDelete: 'Estas por eliminar definitivamente este integrante',
    picture: 'Foto',
    columns: ['name', 'position', 'description', 'email'],
    fields: {
      name: { label: 'Nombre', recommendedLength: 150 },
      position: { label: 'Cargo', recommendedLength: 50 },
      education: { label: 'Título', recommendedLength: 50 },
      field: { label: 'Área', recommendedLength: 150 },
      description: { label: 'Descripción', recommendedLength: 400 },
      email: { label: 'Correo electrónico' },
      phones: { label: 'Teléfonos' },
      inter: { label: 'Interno' },
      address: { label: 'Dirección' },
      personalData: { label: 'Datos personales', recommendedLength: 4000 },
    },
  },
  album: {
    singular: 'álbum',
    several: 'álbumes',
    plural: 'Turismo',
    create: 'Crear album',
    confirmDelete: 'Estas por eliminar definitivamente este album',
    columns: ['title', 'shortdescription', 'status', 'highlight'],
    fields: {
      title: { label: 'Título', recommendedLength: 100 },
      shortdescription: { label: 'Descripción corta', recommendedLength: 100, path: 'shortDescription' },
      status,
      highlight: { label: 'Destacada' },
      description: { label: 'Descripción', recommendedLength: 4000 },
    },
  },
  page: {
    singular: 'página',
    several: 'páginas',
    isFeminine: true,
    plural: 'Páginas',
    create: 'Crear página',
    confirmDelete: 'Estas por eliminar definitivamente esta página',
    columns: ['title', 'description', 'status'],
    fields: {
      title: { label: 'Título', recommendedLength: 150 },
      description: { label: 'Copete', recommendedLength: 250 },
      status,
      text: { label: 'Texto', recommendedLength: 20_000, ownButton: true },
      pdftitles: { label: 'Orden y títulos de los PDF' },
    },
  },
  map: { singular: 'mapa', several: 'mapas', plural: 'Mapas', ...place },
  greenpoint: { singular: 'punto verde', several: 'puntos verdes', plural: 'Puntos verdes', ...place },
  bulletin: {
    singular: 'boletín',
    several: 'boletines',
    plural: 'Boletín',
    create: 'Crear boletin',
    confirmDelete: 'Estas por eliminar definitivamente este boletin',
    columns: ['title', 'number', 'date', 'status'],
    fields: {
      title: { label: 'Título', recommendedLength: 150 },
      number: { label: 'Subtítulo', recommendedLength: 30 },
      status,
      bclass: { label: 'Clase', blank: 'Decreto' },
      date: { label: 'Fecha' },
      text: { label: 'Texto', recommendedLength: 4000 },
    },
  },
};

interface AnyWords extends EntityWords {
  columns: readonly string[];
  fields: Partial<Record<string, AnyFieldWords>>;
}
const anyWords: Record<RecordEntity, AnyWords> = words;

/** Users exist only on the server: no device stores them, and nothing public shows them. */
const userFields = {
  name: line('Nombre'),
  email: email('Email'),
  username: username('Usuario'),
  password: password('Contraseña'),
  usergroup: choice('Grupo', EDITOR, [
    { value: ADMIN, label: 'Administrador' },
    { value: EDITOR, label: 'Editor' },
  ]),
  enable: flag('Habilitado'),
};
const user: EntityDeclaration<'user'> = {
  singular: 'usuario',
  several: 'usuarios',
  plural: 'Usuarios',
  create: 'Nuevo usuario',
  confirmDelete: 'Estas por eliminar definitivamente este usuario',
  confirmChange: 'Estas por modificar los datos de este usuario',
  columns: ['name', 'email', 'username', 'usergroup', 'enable'],
  fields: userFields,
};

export type EntityName = RecordEntity | 'user';
const declared = Object.fromEntries((Object.keys(words) as RecordEntity[]).map((type) => [type, withFields(type)]));
/** Every entity, in the order of the back office's menu. */
export const entities = { ...declared, user } as { [E in EntityName]: EntityDeclaration<E> };
export const isEntity = (name: string): name is EntityName => Object.hasOwn(entities, name);
export const ENTITY_NAMES = Object.keys(entities) as EntityName[];
/** Returns which field holds the name of a record. */
export const nameFieldOf = (entity: EntityName): string => entities[entity].columns[0] ?? 'id';

/** The canonical values of an entity's fields. */
export type Values<E extends EntityName> = E extends RecordEntity ? FieldValues<E> : UserValues;
type UserValues = { [F in keyof typeof userFields]: (typeof userFields)[F] extends Field<infer V> ? V : never };

/** Returns the field, with its name, for a name in the address of an update; null if the entity has none. */
export function fieldAt(entity: EntityName, path: string): { name: string; field: Field } | null {
  const found = fieldsOf(entity).find(([name, field]) => (field.path ?? name) === path);
  return found ? { name: found[0], field: found[1] } : null;
}

/** The fields of an entity as `[name, field]`, in the order of the edit screen. */
export function fieldsOf(entity: EntityName): [string, Field][] {
  return Object.entries(entities[entity].fields);
}

/**
 * Returns the values of a new record's fields, the same on a device and on the server.
 * @param id the record's id, which is the user name of a new user until another one is given
 * @param at when it was created, ms since the epoch; its day and minute in the town are the record's first
 * @param category key of its category, by default the usual one of its type
 */
export function blank<E extends EntityName>(entity: E, id: string, at: number, category?: string): Values<E> {
  function valueOf({ kind, isOptional, hoursAfter = 0, blank: usual }: Field) {
    if (kind === 'moment') return momentAt(at + hoursAfter * 3_600_000);
    return kind === 'day' && !isOptional ? dayAt(at) : kind === 'category' ? (category ?? usual) : usual;
  }
  const values = fieldsOf(entity).map(([name, field]) => [name, valueOf(field)]);
  return { ...Object.fromEntries(values), ...(entity === 'user' ? { username: id } : {}) } as Values<E>;
}

/**
 * Returns a new record or user with everything that belongs to it, the same on a device and on the server.
 * @param titlekey the name in its address, for the types that have one
 * @param category key of its category, by default the usual one of its type
 */
export function blankRecord(
  entity: EntityName,
  id: string,
  at: number,
  titlekey: string,
  category?: string,
): Record<string, unknown> {
  const year = Number(dayAt(at).slice(0, 4));
  const created = new Date(at).toISOString();
  const attached = entity === 'user' ? {} : attachedValues(traitsOf(entity), { created, year, titlekey });
  return { id, created, ...attached, ...blank(entity, id, at, category) };
}

function withFields<T extends RecordEntity>(type: T): EntityDeclaration<T> {
  const { fields, ...rest }: AnyWords = anyWords[type];
  const made = Object.entries(traitsOf(type).fields ?? {}).map(
    ([name, kind]) => [name, fieldOf(kind, fields[name] ?? { label: name })] as const,
  );
  // The result has the declared type, but the compiler cannot infer that from a loop.
  return { ...rest, fields: Object.fromEntries(made) as EntityDeclaration<T>['fields'] };
}
