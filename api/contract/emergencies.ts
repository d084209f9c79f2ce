import type { Site, UsefulData } from './documents.ts';
import { words } from './values/text.ts';

/**
 * The emergency numbers are stored only in the document `site`. The directory of useful data shows them from there and
 * has no copies, which could become different.
 */
export interface EmergencyLine {
  id: 'fire' | 'police' | 'medical' | 'gender';
  name: string;
  phone: string;
  /** Other names that people search for. */
  otherNames: string;
}

/** Returns the lines in the order in which they are shown; the line for gender violence comes last. */
export function emergencyLines({
  emergencies: { fire, police, medical },
  genderViolencePhone,
}: Pick<Site, 'emergencies' | 'genderViolencePhone'>): EmergencyLine[] {
  return [
    { id: 'fire', name: 'Bomberos', phone: fire, otherNames: 'emergencias incendio fuego' },
    { id: 'police', name: 'Policía', phone: police, otherNames: 'emergencias comisaría denuncia robo' },
    {
      id: 'medical',
      name: 'Emergencias médicas',
      phone: medical,
      otherNames: 'ambulancias hospital urgencias médico accidente',
    },
    {
      id: 'gender',
      name: 'Violencia de género',
      phone: genderViolencePhone,
      otherNames: 'emergencias línea mujeres familiar denuncia',
    },
  ];
}

/** Does the name of a row only repeat that of an emergency line? «Bomberos: cuartel» says more, so it may be a row. */
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
 * Returns the emergency line whose number a row would repeat. Only short numbers count, because a long one may also be
 * that of an office.
 */
export function lineWithNumber(lines: EmergencyLine[], phone: string): EmergencyLine | undefined {
  const number = digits(phone);
  return number.length > SHORT ? undefined : lines.find((line) => digits(line.phone) === number);
}

const SHORT = 4;
const digits = (phone: string) => phone.replace(/\D/g, '');

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
