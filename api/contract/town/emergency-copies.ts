import type { EmergencyLine } from './emergencies.ts';
import { phoneParts, telephone } from '../values/phones.ts';
import { words } from '../values/text.ts';

/**
 * Does the name of a row only repeat that of an emergency line? «Bomberos: cuartel» says more, so it may be a row.
 * Residents, who load the lines, do not need this.
 */
export function namesEmergency(area: string, lines: readonly Pick<EmergencyLine, 'name'>[]): boolean {
  const rest = kernel(area);
  return rest !== '' && lines.some(({ name }) => kernel(name) === rest);
}

/** Returns the directory without rows that repeat an emergency line, which databases may contain. */
export function withoutEmergencies<Directory extends { rows: { area: string }[] }>(
  directory: Directory,
  lines: readonly EmergencyLine[],
): Directory {
  return { ...directory, rows: directory.rows.filter(({ area }) => !namesEmergency(area, lines)) };
}

/**
 * Returns the emergency line whose number the telephones of a row would repeat. Only short numbers count, because a
 * long one may also be that of an office.
 */
export function lineWithNumber(lines: readonly EmergencyLine[], phone: string): EmergencyLine | undefined {
  const called = phoneParts(phone).flatMap(({ tel }) => (tel && tel.length <= SHORT ? tel : []));
  return lines.find((line) => called.includes(telephone(line.phone) ?? ''));
}

const SHORT = 'tel:0000'.length;

/** Returns what a name is recognized by: folded, with its words sorted, without filler words, and one of synonyms. */
function kernel(name: string): string {
  const rest = words(name)
    .filter((word) => !FILLING.has(word) && !/^\d+$/.test(word))
    .sort()
    .join(' ');
  return SYNONYMS.find((names) => names.includes(rest))?.[0] ?? rest;
}

const SYNONYMS = [
  ['bomberos', 'bombero'],
  ['medicas', 'medica', 'ambulancia', 'ambulancias', 'ambulancia medica'],
];
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
