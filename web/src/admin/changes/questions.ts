import { useCallback } from 'react';
import { fieldsOf, nameFieldOf } from '#contract/forms-and-lists';
import type { RecordEntity } from '#contract/record-types';
import { dayAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { farDayQuestion } from '#contract/values/typed-days';
import { plainText } from '#contract/values/text';
import { isReadable } from '#contract/visibility';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { useAsk } from '../parts/confirm.tsx';
import { useNotices, useWithdrawal } from '../parts/notices.tsx';
import { gapsIn } from '../parts/words/draft-placeholders.ts';
import { currentRecord } from '../workspace/current-record.ts';
import { heldCount } from '../parts/words/state-words.ts';
import { DEEDS, statusQuestion } from '../parts/words/status-words.ts';
import { heldOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { emptiedWords } from './restore-whole.ts';
import { isTextOf, isTyped, saveTexts, typedTexts, unsavedTexts } from './texts.ts';
import type { UnsavedText } from './texts.ts';

/** Statuses in which a record is public, and the label of the button that sets them. */
const SHOWING = new Map<string, string>([
  ['Publicado', 'publicar'],
  ['Archivado', 'archivar'],
]);

/**
 * Returns a function that asks before a record is published that has no name, unsaved text, or marks of what is left to
 * fill in. Resolves to whether to go on.
 * @param shown the record as it is drawn
 */
export function useConfirmPublish(entity: RecordEntity, shown: Shown): (status: unknown) => Promise<boolean> {
  const ask = useAsk();
  const save = useSaveTexts();
  const withdraw = useWithdrawal();
  const workspace = useWorkspace();
  return async (status) => {
    const step = SHOWING.get(String(status));
    if (step === undefined) return true;
    withdraw(UNSAVED);
    // There is nothing to ask about what cannot be saved.
    const refused = unsavedHere(entity, shown.record.id).filter(({ isRefused }) => isRefused);
    if (refused.length > 0 && !(await save(refused, `No se pudo ${step}`))) return false;
    const { record } = await currentRecord(workspace, entity, shown);
    const gaps = gapsIn(record);
    const missing = status === 'Publicado' ? missingName(entity, record) : null;
    if (missing !== null && entity === 'alert') {
      await ask({
        title: `Falta «${missing}»`,
        text: `Una alerta que no dice «${missing}» no se ve ni se avisa a nadie: escribilo, y después publicala.`,
        accept: 'Entendido',
        isNotice: true,
      });
      return false;
    }
    if (missing !== null) {
      const answer = await ask({
        title: `Falta «${missing}»`,
        text: `Todavía no escribiste «${missing}»: sin eso, el público no va a saber de qué se trata.`,
        accept: 'Seguir igual',
        isRemoval: true,
      });
      if (answer !== 'accept') return false;
    }
    if (entity === 'bulletin' && status === 'Publicado' && isHollow(record, workspace.state().waiting)) {
      const answer = await ask({
        title: 'Falta el PDF',
        text: 'Este boletín no tiene ni PDF ni texto: si seguís, el público va a ver solo el título.',
        accept: 'Seguir igual',
        isRemoval: true,
      });
      if (answer !== 'accept') return false;
    }
    if (gaps > 0) {
      const parts = gaps === 1 ? 'una parte marcada' : `${gaps} partes marcadas`;
      const answer = await ask({
        title: 'Falta completar',
        text: `El texto todavía tiene ${parts} con «[Completar: …]». Si seguís, el público lo va a ver así.`,
        accept: 'Seguir igual',
        isRemoval: true,
      });
      if (answer !== 'accept') return false;
    }
    const left = unsavedHere(entity, record.id);
    if (left.length > 0) {
      const answer = await ask({
        title: `Hay ${whatIs(left)} sin guardar`,
        text: `Escribiste en ${named(left)} y todavía no lo guardaste: sin guardarlo, el público no lo va a ver.`,
        accept: `Guardar y ${step}`,
        alternative: `Seguir sin ${theOf(left)}`,
      });
      if (answer === 'cancel') return false;
      if (answer === 'accept' && !(await save(left, `No se pudo ${step}`))) return false;
    }
    return true;
  };
}

/**
 * Returns a function that asks before a value of a record is saved that has consequences in public (a status that shows
 * it, the loss of the name of one that is shown) or may be a slip (a day far away). Resolves to whether to save it.
 * @param holding whether what is saved now is not published yet, and what publishes it
 */
export function useConfirmValue(
  entity: RecordEntity,
  shown: Shown,
  holding: { isOn: boolean; release(): Promise<void> },
): (field: string, value: Json) => Promise<boolean> {
  const ask = useAsk();
  const workspace = useWorkspace();
  const mayPublish = useConfirmPublish(entity, shown);

  /** What was not public is so once it is archived. */
  async function mayArchive(): Promise<boolean> {
    const { record } = await currentRecord(workspace, entity, shown);
    return isReadable(entity, record) || (await ask(statusQuestion(entity, [record], 'Archivado'))) === 'accept';
  }

  async function mayShow(status: Json): Promise<boolean> {
    if (status === 'Archivado' && !(await mayArchive())) return false;
    if (!(await mayPublish(status))) return false;
    const { record } = await currentRecord(workspace, entity, shown);
    const isComing = isReadable(entity, { ...record, status }) && !isReadable(entity, record);
    const { length: held } = isComing ? heldOf(workspace.state().waiting, entity, record.id) : [];
    if (held === 0) return true;
    const { verb } = DEEDS[status === 'Archivado' ? status : 'Publicado'];
    const answer = await ask({
      title: 'Hay cambios sin publicar',
      text: `Tenés ${heldCount(held)} acá. ¿Los publicás también?`,
      accept: `${verb} con los cambios`,
      alternative: `${verb} sin los cambios`,
    });
    if (answer === 'accept') await holding.release();
    return answer !== 'cancel';
  }

  async function mayLoseName(): Promise<boolean> {
    const label = labelOf(entity, nameFieldOf(entity));
    const answer = await ask({
      title: emptiedWords([label]),
      text: `Esto está publicado: si guardás «${label}» vacío, el público no va a saber de qué se trata.`,
      accept: 'Guardar vacío',
      isRemoval: true,
    });
    return answer === 'accept';
  }

  async function isMeant(question: string): Promise<boolean> {
    return (
      (await ask({ title: 'Una fecha lejana', text: question, accept: 'Sí, guardar', isRemoval: true })) === 'accept'
    );
  }

  return async (field, value) => {
    if (field === 'status') return mayShow(value);
    const question = farValueQuestion(entity, field, value, dayAt(Date.now()));
    if (question !== null) return isMeant(question);
    const isEmptied = field === nameFieldOf(entity) && value === '' && isReadable(entity, shown.record);
    return !isEmptied || holding.isOn || mayLoseName();
  };
}

/** Returns the question about a value that is a day, or a moment of one, far away; null for all others. */
export function farValueQuestion(entity: RecordEntity, name: string, value: Json, today: Day): string | null {
  const kind = fieldsOf(entity).find(([one]) => one === name)?.[1].kind;
  if ((kind !== 'day' && kind !== 'moment') || typeof value !== 'string' || value === '') return null;
  return farDayQuestion(value.slice(0, 10), today);
}

const unsavedHere = (entity: RecordEntity, recordId: string) =>
  unsavedTexts()
    // What has no place for drafts belongs to the record of the screen.
    .filter((text) => text.place === null || isTextOf(entity, recordId)(text))
    .filter(({ place }) => place?.field !== 'status');

/** Returns which field a record without a name lacks; null for one that has a name, or is getting it. */
function missingName(entity: RecordEntity, record: Fields): string | null {
  const field = nameFieldOf(entity);
  if (record[field] !== '' || isTyped({ entity, recordId: record.id, field })) return null;
  return labelOf(entity, field);
}

/** Whether a bulletin has nothing to read, and nothing is on its way. */
function isHollow({ id, pdf, text }: Fields, waiting: readonly Operation[]): boolean {
  const isComing = waiting.some(({ kind, recordId }) => kind === 'upload' && recordId === id);
  const isWritten = plainText(String(text)) !== '' || isTyped({ entity: 'bulletin', recordId: id, field: 'text' });
  return !pdf && !isComing && !isWritten;
}

const labelOf = (entity: RecordEntity, field: string) =>
  fieldsOf(entity).find(([name]) => name === field)?.[1].label ?? field;

/** Returns a function that asks before a screen with unsaved text is left. Resolves to whether to leave. */
export function useConfirmLeave(): () => Promise<boolean> {
  const ask = useAsk();
  const save = useSaveTexts();
  const withdraw = useWithdrawal();
  return useCallback(async () => {
    withdraw(UNSAVED);
    for (const { question } of touched()) {
      if (question && (await ask(question)) !== 'accept') return false;
    }
    const left = touched().filter(({ question }) => !question);
    if (left.length === 0) return true;
    const answer = await ask({
      title: `Hay ${whatIs(left)} sin guardar`,
      text: `Escribiste en ${named(left)} y todavía no lo guardaste. Si seguís sin ${theOf(left)}, ${fateOf(left)}.`,
      accept: 'Guardar y salir',
      alternative: `Seguir sin ${theOf(left)}`,
    });
    return answer === 'accept' ? save(left, 'Seguís en esta pantalla') : answer === 'alternative';
  }, [ask, save, withdraw]);
}

/** What is said of a text that could not be saved, and of what was given up because of it. */
const UNSAVED = 'unsaved text';

/** Returns what is said of a text that was not saved; null where its author put that off: they know. */
export function refusalWords(
  { label, fault, isPutOff }: Pick<UnsavedText, 'label' | 'fault' | 'isPutOff'>,
  outcome: string,
): string | null {
  if (isPutOff()) return null;
  return `${outcome}: «${label}» no se puede guardar así. ${fault() ?? 'Revisá lo que dice ahí.'}`;
}

/**
 * Returns a function that saves texts; of one that cannot be saved it says so, and leads there. Resolves to whether all
 * were saved.
 */
export function useSaveTexts(): (texts: readonly UnsavedText[], outcome: string) => Promise<boolean> {
  const notify = useNotices();
  const withdraw = useWithdrawal();
  return useCallback(
    async (texts, outcome) => {
      withdraw(UNSAVED);
      const left = await saveTexts(texts);
      if (left === null) return true;
      const text = refusalWords(left, outcome);
      if (text === null) return false;
      notify({ tone: 'bad', about: UNSAVED, text });
      // The dialog that closes gives the focus back to what opened it.
      setTimeout(() => left.show());
      return false;
    },
    [notify, withdraw],
  );
}

/** The texts of this tab's screen that were typed, those too that are saved when their field is left. */
export const touchedTexts = () => typedTexts().filter(({ isTouched, question }) => isTouched && !question);
export const hasNoTouchedText = () => touched().length === 0;
const touched = () => unsavedTexts().filter(({ isTouched }) => isTouched);
/** Returns what texts are: a link or a date is no text to the person who typed it. */
export function whatIs(texts: readonly Pick<UnsavedText, 'isProse'>[]): 'texto' | 'un dato' | 'datos' {
  if (texts.some(({ isProse }) => isProse)) return 'texto';
  return texts.length === 1 ? 'un dato' : 'datos';
}
const THE = { texto: 'el texto', 'un dato': 'el dato', datos: 'los datos' } as const;
const theOf = (texts: readonly Pick<UnsavedText, 'isProse'>[]) => THE[whatIs(texts)];
/** Returns what happens to texts that are left unsaved: some have no place for drafts. */
export function fateOf(texts: readonly Pick<UnsavedText, 'place' | 'label'>[]): string {
  const lost = texts.filter(({ place }) => place === null);
  const kept = 'queda como borrador en este dispositivo';
  if (lost.length === 0) return kept;
  return lost.length === texts.length ? 'se pierde' : `se pierde lo de ${named(lost)} y el resto ${kept}`;
}
const named = (texts: readonly Pick<UnsavedText, 'label'>[]) => texts.map(({ label }) => `«${label}»`).join(' y ');
