import type { UsefulData } from './documents.ts';
import type { EmergencyLine } from './emergencies.ts';
import { phoneParts, telephone } from './values/phones.ts';
import { words } from './values/text.ts';

/**
 * Does the name of a row only repeat that of an emergency line? «Bomberos: cuartel» says more, so it may be a row.
 * Residents, who load the lines, do not need this.
 */
export function namesEmergency(area: string): boolean {
  const rest = words(area)
    .filter((word) => !FILLING.has(word) && !/^\d+$/.test(word))
    .sort()
    .join(' ');
  return NAMES.has(rest);
}

/** Returns the directory without rows that repeat an emergency line, which databases of earlier releases contain. */
export function withoutEmergencies({ rows, ...rest }: UsefulData): UsefulData {
  return { ...rest, rows: rows.filter(({ area }) => !namesEmergency(area)) };
}

/**
 * Returns the emergency line whose number the telephones of a row would repeat. Only short numbers count, because a
 * long one may also be that of an office.
 */
export function lineWithNumber(lines: EmergencyLine[], phone: string): EmergencyLine | undefined {
  const called = phoneParts(phone).flatMap(({ tel }) => (tel && tel.length <= SHORT ? tel : []));
  return lines.find((line) => called.includes(telephone(line.phone) ?? ''));
}

const SHORT = 'tel:0000'.length;

/** Names of emergency lines: folded, with their words sorted and without filler words. */
const NAMES: ReadonlySet<string> = new Set([
  'bombero',
  'bomberos',
  'policia',
  'medica',
  'medicas',
  'ambulancia',
  'ambulancias',
  'ambulancia medica',
  'genero violencia',
]);
const FILLING: ReadonlySet<string> = new Set([
  'a',
  'al',
  'ante',
  'atencion',
  'ayuda',
  'central',
  'contra',
  'de',
  'del',
  'el',
  'emergencia',
  'emergencias',
  'en',
  'h',
  'horas',
  'hs',
  'la',
  'las',
  'linea',
  'llamado',
  'llamados',
  'local',
  'los',
  'numero',
  'para',
  'por',
  'telefono',
  'telefonos',
  'urgencia',
  'urgencias',
  'y',
]);
