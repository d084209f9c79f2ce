import { OLD_BACKUP } from '#contract/messages/portal-state';
import type { DeviceState, PortalState } from '#contract/messages/portal-state';
import { isFuture, longMoment } from '#contract/values/dates';
import { sizeInWords } from '#contract/values/text';
import { ageWords, pendingCount } from '../parts/words/state-words.ts';

export const problemCount = (count: number) =>
  count === 1 ? 'El portal tiene un aviso' : `El portal tiene ${count} avisos`;

/** A line of the state; `warning` says what is wrong with it, for a person. */
export interface StateLine {
  name: string;
  value: string;
  warning?: string;
}

/** How the portal is, as lines of name and value. What cannot be known says so. */
export function stateLines(state: PortalState): StateLine[] {
  const { version, startedAt, freeBytes, databaseBytes, backup, offsite, tried, isTold, weather } = state;
  const at = Date.parse(state.at);
  return [
    { name: 'Versión', value: version ?? UNKNOWN },
    { name: 'En marcha desde', value: startedAt === null ? UNKNOWN : longMoment(Date.parse(startedAt)) },
    { name: 'Lugar libre en el disco', value: freeBytes === null ? UNKNOWN : sizeInWords(freeBytes) },
    { name: 'Tamaño de la base', value: databaseBytes === null ? UNKNOWN : sizeInWords(databaseBytes) },
    { name: 'Última copia de seguridad', ...backupWords(backup, at) },
    { name: 'Copia fuera del servidor', ...offsiteWords(offsite, at) },
    { name: 'Última restauración de prueba', ...triedWords(tried, at) },
    { name: 'A quién se avisa de los problemas', ...toldWords(isTold) },
    { name: 'Servicio Meteorológico', ...weatherWords(weather, at) },
  ];
}

const UNKNOWN = 'No se sabe';
const FUTURE = 'Esa fecha todavía no llegó: el reloj del servidor estaba mal, o está mal ahora.';

function backupWords(backup: PortalState['backup'], now: number): Omit<StateLine, 'name'> {
  if (backup === null) return { value: UNKNOWN, warning: 'Esta instalación no dice dónde están sus copias.' };
  if (backup.last === null) return { value: 'Ninguna', warning: 'Todavía no se hizo ninguna copia.' };
  const value = momentWords(backup.last, now);
  const isOld = now - Date.parse(backup.last) > OLD_BACKUP;
  return isOld ? { value, warning: 'Hace más de un día y medio que no se hace una copia.' } : { value };
}

function offsiteWords(offsite: PortalState['offsite'], now: number): Omit<StateLine, 'name'> {
  if (offsite === null) return { value: 'No se envía' };
  const value = offsite.arrived === null ? 'Ninguna todavía' : momentWords(offsite.arrived, now);
  if (offsite.arrived !== null && isFuture(Date.parse(offsite.arrived), now)) return { value, warning: FUTURE };
  return offsite.problem === null ? { value } : { value, warning: `La última no llegó. ${offsite.problem}` };
}

function triedWords(tried: PortalState['tried'], now: number): Omit<StateLine, 'name'> {
  if (tried === null) return { value: 'Ninguna todavía' };
  const value = momentWords(tried.at, now);
  if (isFuture(Date.parse(tried.at), now)) return { value, warning: FUTURE };
  if (tried.problem !== null) return { value, warning: `No salió bien. ${tried.problem}` };
  return { value: `${value}, ${tried.isOffsite ? 'con la copia de afuera' : 'con una copia de acá'}: salió bien` };
}

function toldWords(isTold: PortalState['isTold']): Omit<StateLine, 'name'> {
  if (typeof isTold !== 'boolean') return { value: UNKNOWN };
  if (isTold) return { value: 'A quien cuida el servidor, y acá' };
  return {
    value: 'A nadie: se ven solo acá',
    warning: 'Quien cuida el servidor puede poner un correo o un chat al que avisar (NOTIFY_URL o SMTP_URL).',
  };
}

function weatherWords(weather: PortalState['weather'], now: number): Omit<StateLine, 'name'> {
  if (!weather) return { value: 'No se consulta' };
  const { since, heard, problem, isSilent, doClocksDiffer, unreadable } = weather;
  const value =
    heard === null
      ? `Todavía no respondió, desde el ${momentWords(since, now)}`
      : `Respondió el ${momentWords(heard, now)}`;
  if (heard !== null && isFuture(Date.parse(heard), now)) return { value, warning: FUTURE };
  const reason = problem === null ? '' : ` La última vez: ${problem}.`;
  if (isSilent)
    return { value, warning: `No responde desde hace más de un día: sus alertas ya no se muestran.${reason}` };
  if (problem !== null) return { value, warning: `Ahora no responde: ${problem}. Se vuelve a probar solo.` };
  if (doClocksDiffer) return { value, warning: 'Su reloj y el del servidor no coinciden: uno de los dos está mal.' };
  if (unreadable > 0) return { value, warning: unreadableWords(unreadable) };
  return { value };
}

const unreadableWords = (count: number) =>
  count === 1 ? 'Uno de sus mensajes no se pudo leer.' : `${count} de sus mensajes no se pudieron leer.`;

function momentWords(moment: string, now: number): string {
  const at = Date.parse(moment);
  return `${longMoment(at)} (${ageWords(now - at)})`;
}

/** When the portal was last examined. */
export function checkedWords({ at, checked, problems }: Pick<PortalState, 'at' | 'checked' | 'problems'>): string {
  if (checked === null) return 'Esta instalación no se revisa sola.';
  if (isFuture(Date.parse(checked), Date.parse(at)))
    return `La última revisión figura el ${longMoment(Date.parse(checked))}. ${FUTURE}`;
  const age = ageWords(Date.parse(at) - Date.parse(checked));
  return problems.length === 0 ? `La última revisión, ${age}, no encontró nada mal.` : `La última revisión fue ${age}.`;
}

/** Time in ms without a word, after which a device counts as away: while a page is open it pulls every minute. */
const AWAY = 15 * 60_000;

/** What is known of the changes on a device. */
export function waitingWords({ waiting, since }: DeviceState): string {
  if (waiting === 0 || since === null) return 'Nada sin enviar';
  return `${pendingCount(waiting)}, ${waiting === 1 ? '' : 'el más viejo '}del ${longMoment(Date.parse(since))}`;
}

/** When a device was last connected. */
export function seenWords({ seen }: DeviceState, at: string): string {
  const moment = Date.parse(seen);
  const age = Date.parse(at) - moment;
  return age < AWAY ? `Se conectó ${ageWords(age)}` : `No se conecta desde el ${longMoment(moment)}`;
}
