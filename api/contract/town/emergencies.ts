import { words } from '../values/text.ts';

/**
 * The emergency numbers are stored only in the document `site`. The directory of useful data shows them from there and
 * has no copies, which could become different.
 */
export type EmergencyLine = {
  name: string;
  phone: string;
  /** A note shown beside the number: who answers, or when. */
  note: string;
  /** Answered 24 hours a day. */
  always: boolean;
};

/** The national number, which a new town has. It is answered nationally, so it has no note about who answers. */
export const NATIONAL_LINE = '144';

/** Returns other names of a line that people search for. */
export function otherNames({ name }: Pick<EmergencyLine, 'name'>): string {
  const named = words(name);
  const others = OTHER_NAMES.filter(([start]) => named.some((word) => word.startsWith(start)));
  return ['emergencias', ...others.map(([, names]) => names)].join(' ');
}

/** By the folded beginning of a word in the name. */
const OTHER_NAMES = [
  ['bombero', 'incendio fuego'],
  ['polic', 'comisaría denuncia robo'],
  ['medic', 'ambulancias hospital urgencias médico accidente'],
  ['genero', 'línea mujeres familiar denuncia'],
] as const;
