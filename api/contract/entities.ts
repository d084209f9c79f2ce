import { dayAt } from './dates.ts';
import { choice, day, email, flag, html, line, lines, password, video, web } from './fields.ts';
import type { Field } from './fields.ts';
import { STATUSES } from './visibility.ts';

const STATUS_LABELS = { Redaccion: 'Redacción', Publicado: 'Publicado', Archivado: 'Archivado', Oculto: 'Oculto' };
const status = () => choice('Estado', 'Redaccion', STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })));

/** The categories of the agenda (spec section 2.1). */
export const AGENDA_LABELS = ['Cultura', 'Juventud', 'Deporte', 'Turismo', 'Institucional'] as const;
/** The classes of bulletins (spec section 3). */
export const BULLETIN_CLASSES = ['Decreto', 'Licitaciones', 'Tarifas'] as const;
const plain = <const V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }));

/**
 * Every entity that staff edit, declared once: the columns of its table, the fields of its edit screen, the names in
 * update addresses and the words around it. Fields that are no plain values (labels, pictures, videos, files) have
 * calls of their own. Source: spec sections 3, 5 and 8.
 */
export const entities = {
  story: {
    singular: 'noticia', plural: 'Noticias', create: 'Crear noticia',
    confirmDelete: 'Estas por eliminar definitivamente esta noticia',
    fields: {
      title: line('Título', 150),
      description: lines('Copete', 250),
      date: day('Fecha'),
      status: status(),
      highlight: flag('Destacada'),
      text: { ...html('Texto', 4000), ownButton: true as const },
      video: video('Video'),
    },
  },
  agenda: {
    singular: 'evento', plural: 'Agenda', create: 'Crear evento',
    confirmDelete: 'Estas por eliminar definitivamente este evento',
    fields: {
      title: line('Título', 150),
      description: lines('Copete', 250),
      date: day('Fecha'),
      status: status(),
      highlight: flag('Destacada'),
      label: { ...choice('Categoría', 'Institucional', plain(AGENDA_LABELS)), path: 'labelId' },
      text: html('Texto', 4000),
    },
  },
  authority: {
    singular: 'integrante', plural: 'Gobierno', create: 'Nuevo integrante',
    confirmDelete: 'Estas por eliminar definitivamente este integrante',
    fields: {
      name: line('Nombre', 150),
      position: line('Cargo', 50),
      education: line('Título', 50),
      field: line('Área', 150),
      description: lines('Descripción', 400),
      email: email('Correo electrónico'),
      phones: line('Teléfonos'),
      inter: line('Interno'),
      address: line('Dirección'),
      personalData: html('Datos personales', 4000),
    },
  },
  album: {
    singular: 'álbum', plural: 'Turismo', create: 'Crear album',
    confirmDelete: 'Estas por eliminar definitivamente este album',
    fields: {
      title: line('Título', 100),
      shortdescription: { ...line('Descripción corta', 100), path: 'shortDescription' },
      status: status(),
      highlight: flag('Destacada'),
      description: html('Descripción', 4000),
    },
  },
  map: {
    singular: 'mapa', plural: 'Mapas', create: 'Crear mapa',
    confirmDelete: 'Estas por eliminar definitivamente este mapa',
    confirmChange: 'Estas por modificar los datos de este mapa',
    fields: { title: line('Título'), url: web('Dirección web') },
  },
  greenpoint: {
    singular: 'punto verde', plural: 'Puntos verdes', create: 'Crear mapa',
    confirmDelete: 'Estas por eliminar definitivamente este mapa',
    confirmChange: 'Estas por modificar los datos de este mapa',
    fields: { title: line('Título'), url: web('Dirección web') },
  },
  bulletin: {
    singular: 'boletín', plural: 'Boletín', create: 'Crear boletin',
    confirmDelete: 'Estas por eliminar definitivamente este boletin',
    fields: {
      title: line('Título', 150),
      number: line('Subtítulo', 30),
      status: status(),
      bclass: choice('Clase', 'Decreto', plain(BULLETIN_CLASSES)),
      date: day('Fecha'),
      text: html('Texto', 4000),
    },
  },
  user: {
    singular: 'usuario', plural: 'Usuarios', create: 'Nuevo usuario',
    confirmDelete: 'Estas por eliminar definitivamente este usuario',
    confirmChange: 'Estas por modificar los datos de este usuario',
    fields: {
      name: line('Nombre'),
      email: email('Email'),
      username: line('Usuario'),
      password: password('Contraseña'),
      usergroup: choice('Grupo', 2, [{ value: 1, label: 'Administrador' }, { value: 2, label: 'Editor' }]),
      enable: flag('Habilitado'),
    },
  },
} as const satisfies Record<string, EntityDeclaration>;

export interface EntityDeclaration {
  singular: string;
  plural: string;
  create: string;
  confirmDelete: string;
  /** Asked before a changed field is saved (spec section 5). */
  confirmChange?: string;
  fields: Record<string, Field<never> | Field<string> | Field<0 | 1> | Field<number>>;
}
export type EntityName = keyof typeof entities;
export const ENTITY_NAMES = Object.keys(entities) as EntityName[];

type FieldsOf<E extends EntityName> = (typeof entities)[E]['fields'];
/** The canonical values of an entity's fields. */
export type Values<E extends EntityName> = { -readonly [F in keyof FieldsOf<E>]: FieldsOf<E>[F] extends Field<infer V> ? V : never };

/** The field behind a name in an update address, with its own name; null when the entity has none of that name. */
export function fieldAt(entity: EntityName, path: string): { name: string; field: Field } | null {
  const found = fieldsOf(entity).find(([name, field]) => (field.path ?? name) === path);
  return found ? { name: found[0], field: found[1] } : null;
}

/** The fields of an entity as `[name, field]`, in the order of the edit screen. */
export function fieldsOf(entity: EntityName): [string, Field][] {
  return Object.entries(entities[entity].fields as Record<string, Field>);
}

/**
 * The values of a new record, the same on a device and on the server.
 * @param id the record's id: a new user is called by it until somebody gives a name
 * @param at when it was created, ms since the epoch; its day in the town is the record's first date
 */
export function blank<E extends EntityName>(entity: E, id: string, at: number): Values<E> {
  const values = Object.fromEntries(fieldsOf(entity).map(([name, field]) => [name, field.kind === 'day' ? dayAt(at) : field.blank]));
  return (entity === 'user' ? { ...values, username: id } : values) as Values<E>;
}
