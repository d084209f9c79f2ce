import { entities, nameFieldOf } from '#contract/forms-and-lists';
import type { RecordEntity, Status } from '#contract/record-types';
import { isReadable } from '#contract/visibility';
import type { Seen } from '#contract/visibility';
import type { Fields } from '../../../offline/store/stored-record.ts';
import type { Question } from '../confirm.tsx';
import { gapsIn } from './draft-placeholders.ts';
import { agreed, counted, quotedName } from './removal-words.ts';

/** The statuses that are given to records on purpose. */
export type GivenStatus = Exclude<Status, 'Redaccion'>;

/** `done`: without the ending that agrees with what it was done to. */
export const DEEDS: Record<GivenStatus, { verb: string; done: string }> = {
  Publicado: { verb: 'Publicar', done: 'publicad' },
  Oculto: { verb: 'Ocultar', done: 'ocult' },
  Archivado: { verb: 'Archivar', done: 'archivad' },
};

/**
 * Returns the confirmation before records get a status, with what follows from it.
 * @param drafts number of the records with text that is not saved
 */
export function statusQuestion(
  entity: RecordEntity,
  records: readonly Fields[],
  to: GivenStatus,
  drafts = 0,
): Question {
  const { verb } = DEEDS[to];
  const warnings = WARNINGS[to](entity, records, drafts);
  return {
    text: `Vas a ${verb.toLowerCase()} ${counted(entity, records.length)}`,
    names: records.map((record) => quotedName(entity, record)),
    note: [NOTES[to](records.length === 1), ...warnings].join(' '),
    accept: verb,
    isRemoval: warnings.length > 0,
  };
}

/** Who sees a record that is on the site, in two parts: `Archivada: quien tenga…`. */
export function seenOnSiteWords(
  entity: RecordEntity,
  { status }: Readonly<Record<string, unknown>>,
): [is: string, so: string] {
  if (status !== 'Archivado') return ['Publicado', 'ya se ve en el sitio.'];
  const it = entities[entity].isFeminine ? 'la' : 'lo';
  return [
    agreed(entity, 1, 'Archivad'),
    `no está en las listas del sitio; quien tenga la dirección ${it} puede leer, y el buscador ${it} encuentra.`,
  ];
}

const NOTES: Record<GivenStatus, (isOne: boolean) => string> = {
  Publicado: (isOne) => `${isOne ? 'Sale' : 'Salen'} en el sitio enseguida, o cuando haya conexión.`,
  Oculto: (isOne) => `${isOne ? 'Deja' : 'Dejan'} de verse en el sitio; acá queda todo.`,
  Archivado: () =>
    'Lo archivado deja de estar en las listas del sitio; ' +
    'quien tenga la dirección lo puede leer, y el buscador lo encuentra.',
};

type Warn = (entity: RecordEntity, records: readonly Fields[], drafts: number) => string[];
const WARNINGS: Record<GivenStatus, Warn> = {
  Publicado(entity, records, drafts) {
    const nameless = records.filter((record) => !record[nameFieldOf(entity)]).length;
    const unfinished = records.filter((record) => gapsIn(record) > 0).length;
    return [
      nameless > 0 && `Hay ${counted(entity, nameless)} sin título.`,
      unfinished > 0 && `Hay ${counted(entity, unfinished)} con partes por completar.`,
      drafts > 0 &&
        `Hay ${counted(entity, drafts)} con texto sin guardar: ${drafts === 1 ? 'sale' : 'salen'} sin ese texto.`,
    ].filter((one) => one !== false);
  },
  Oculto: () => [],
  Archivado(entity, records) {
    const hidden = records.filter((record) => !isReadable(entity, record as Seen)).length;
    const verb = hidden === 1 ? 'se va' : 'se van';
    return hidden === 0 ? [] : [`Hay ${counted(entity, hidden)} sin publicar: al archivar ${verb} a poder leer.`];
  },
};
