import { longMoment, tableMoment } from '../values/dates.ts';
import { ADMIN } from '../roles.ts';
import { NOBODY, OPERATOR } from './logbook.ts';
import type { LogbookEntry } from './logbook.ts';

/** Who did it, as the screen and the table say it. */
export function doerWords({ userId, name }: Pick<LogbookEntry, 'userId' | 'name'>): string {
  if (userId === OPERATOR) return 'Quien opera el servidor';
  return userId === NOBODY ? 'Un usuario que no existe' : name || 'Una cuenta sin nombre';
}

type Said = Pick<LogbookEntry, 'kind' | 'about' | 'detail'>;

/** What was done, as a sentence without its subject. */
export function deedWords({ kind, about, detail }: Said): string {
  const { how, what = '', sessions = 1 } = detail;
  // An account that has just been made has its id for a name.
  const isNew = about !== null && (about.name === '' || about.name === about.id);
  const of = about ? ` de ${isNew ? 'alguien sin nombre' : about.name}` : '';
  switch (kind) {
    case 'log-in':
      if (how === 'recovery-code') return 'Ingresó con un código de recuperación';
      return how === 'code' ? 'Ingresó con el código de su aplicación' : 'Ingresó';
    case 'log-in-wrong':
      return how === 'code' ? 'Código equivocado al ingresar' : 'Contraseña equivocada al ingresar';
    case 'log-in-asked':
      return 'La contraseña era correcta, y se le pidió algo más para ingresar';
    case 'log-in-limited':
      return 'Demasiados intentos de ingresar: no se revisaron';
    case 'log-out':
      return 'Cerró su sesión';
    case 'session-closed':
      return `Cerró ${sessions === 1 ? 'una sesión' : `${sessions} sesiones`}${of || ' suya en otro equipo'}`.replace(
        /(sesiones) suya en otro equipo$/,
        '$1 suyas en otros equipos',
      );
    case 'password-wrong':
      return 'Contraseña equivocada al confirmar un cambio';
    case 'device-forgotten':
      return about ? `Quitó los equipos recordados${of}` : 'Quitó sus equipos recordados';
    case 'refused':
      return `Pidió algo que no le corresponde: ${what}`;
    case 'user-created':
      return `Creó ${isNew ? 'una cuenta' : `la cuenta${of}`}${groupIn(detail)}`;
    case 'user-changed':
      return `Cambió ${about ? `la cuenta${of}` : 'su cuenta'}: ${fieldWords(detail)}`;
    case 'user-deleted':
      return `Eliminó la cuenta${of}`;
    case 'password':
      return about ? `Le puso otra contraseña a la cuenta${of}` : 'Cambió su contraseña';
    case 'second-factor':
      return 'Configuró su verificación en dos pasos';
    case 'second-factor-removed':
      return `Desactivó ${about ? 'la' : 'su'} verificación en dos pasos${of}`;
    case 'recovery-codes':
      return 'Pidió otros códigos de recuperación';
    case 'second-factor-rule':
      return `Cambió de quién es obligatoria la verificación en dos pasos: ${fieldWords(detail)}`;
    case 'areas':
      return 'Cambió quién recibe o ve los reclamos, o por cuánto tiempo se guardan';
    case 'export':
      return `Descargó ${exportWords(what)}`;
    case 'operator':
      return commandWords(detail.command ?? '');
  }
}

/** When it was done: `15 de marzo, 10:32 h`, and how often if it was more than once. */
export function timesWords({ at, until, times }: Pick<LogbookEntry, 'at' | 'until' | 'times'>, today?: string): string {
  const [first, last] = [at, until].map((moment) => longMoment(Date.parse(moment), today));
  if (first === last) return times === 1 ? `${first}` : `${first}, ${times.toLocaleString('es-AR')} veces`;
  return `${first} a ${last}, ${times.toLocaleString('es-AR')} veces`;
}

/** The network that it came from, or the command. */
export const placeWords = ({ kind, userId, network, device }: LogbookEntry) =>
  userId === OPERATOR || kind === 'operator'
    ? device
    : [device, network || 'varias redes'].filter((text) => text !== '').join(' · ');

type Detail = LogbookEntry['detail'];

function groupIn({ fields = [] }: Detail): string {
  const group = fields.find(({ name }) => name === 'usergroup');
  return group ? `, ${valueWords('usergroup', group.after)}` : '';
}

const FIELDS = new Map([
  ['name', 'el nombre'],
  ['username', 'el usuario'],
  ['email', 'el correo'],
  ['usergroup', 'el grupo'],
  ['enable', 'si puede ingresar'],
]);
const RULES = new Map([
  ['nobody', 'de nadie'],
  ['admins', 'de los administradores'],
  ['everybody', 'de todas las personas'],
]);

function fieldWords({ fields = [] }: Detail): string {
  return fields
    .map(({ name, before, after }) => {
      const values =
        before === undefined || after === undefined
          ? ''
          : `antes ${valueWords(name, before)}, ahora ${valueWords(name, after)}`;
      const field = FIELDS.get(name);
      return field === undefined ? values || name : [field, values && `(${values})`].filter(Boolean).join(' ');
    })
    .join('; ');
}

function valueWords(field: string, value: string | number | undefined): string {
  if (field === 'usergroup') return value === ADMIN ? 'administrador' : 'editor';
  if (field === 'enable') return value === 1 ? 'sí' : 'no';
  if (field === 'rule') return RULES.get(String(value)) ?? String(value);
  return `«${value}»`;
}

function exportWords(what: string): string {
  if (what === 'tickets') return 'la planilla de reclamos';
  if (what === 'logbook') return 'la planilla de este registro';
  return what === 'history' ? 'el historial entero' : `el historial de un registro (${what.replace('history ', '')})`;
}

const COMMANDS = new Map([
  ['restore', 'Restauró una copia de seguridad: lo que sigue es de después'],
  ['prune', 'Acortó el historial'],
  ['renew-push-keys', 'Renovó las claves de las notificaciones'],
]);
const commandWords = (command: string) => COMMANDS.get(command) ?? `Ejecutó «portal ${command}»`;

export const LOGBOOK_HEADING = [
  'primera vez',
  'última vez',
  'veces',
  'quién',
  'cuenta',
  'qué',
  'sobre la cuenta',
  'red',
  'equipo',
];

/** Returns an entry as a row of a table, with the columns of the heading. */
export function logbookCells(entry: LogbookEntry): string[] {
  const { at, until, times, userId, about, network, device } = entry;
  return [
    tableMoment(at),
    tableMoment(until),
    String(times),
    doerWords(entry),
    userId,
    deedWords(entry),
    about?.id ?? '',
    network,
    device,
  ];
}
