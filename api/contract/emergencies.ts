import type { Site, UsefulData } from './documents.ts';
import { words } from './values/text.ts';

/**
 * The emergency numbers have one home, the document `site`. The directory of useful data shows them from there and
 * holds no copy of its own, which could come to differ.
 */
export interface EmergencyLine {
  id: 'fire' | 'police' | 'medical' | 'gender';
  name: string;
  phone: string;
  /** What people call it who search for it. */
  otherNames: string;
}

/** The lines in the order of the strip; the town's own line for gender violence comes last. */
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

/** Is this row's name nothing but that of an emergency line? «Bomberos: cuartel» says more, and is a row of its own. */
export function namesEmergency(area: string): boolean {
  const rest = words(area)
    .filter((word) => !FILLING.has(word) && !/^\d+$/.test(word))
    .sort()
    .join(' ');
  return NAMES.has(rest);
}

/** The directory without the rows that repeat an emergency line, which databases of earlier releases hold. */
export function withoutEmergencies({ rows, ...rest }: UsefulData): UsefulData {
  return { ...rest, rows: rows.filter(({ area }) => !namesEmergency(area)) };
}

/**
 * The line that a directory's phone would repeat: a short number belongs to its service; a long one may be an office's
 * too.
 */
export function lineWithNumber(lines: EmergencyLine[], phone: string): EmergencyLine | undefined {
  const number = digits(phone);
  return number.length > SHORT ? undefined : lines.find((line) => digits(line.phone) === number);
}

const SHORT = 4;
const digits = (phone: string) => phone.replace(/\D/g, '');

/** Folded and sorted, without the filling. */
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
