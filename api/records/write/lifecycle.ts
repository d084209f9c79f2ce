import { WEATHER_SERVICE } from '../../contract/calendar/weather-service.ts';
import type { EntityName } from '../../contract/forms-and-lists.ts';
import { Problem } from '../../contract/problems.ts';
import { newRecordId } from '../../contract/values/ids.ts';
import { filesOf } from './attachments.ts';
import type { Act, WriteContext } from './operate.ts';
import { insertBlank } from './rows.ts';
import type { UserRules } from './users.ts';

/** The writer's operations that create and delete records and users. */
export function openLifecycleWrites(context: WriteContext, users: UserRules) {
  const { operate, existing, guardBase, records, history, now, sql } = context;

  /** The history names users by their ids, so the id of a deleted user is never given again. */
  function isTaken(entity: EntityName, id: string): boolean {
    if (entity === 'user') return records.user(id) !== null || history.wasDeleted('user', id);
    return records.one(entity, id) !== null;
  }

  return {
    /**
     * Creates a blank record.
     * @param given id: 12 characters [a-z0-9], by default a new one; date: time of creation, ISO 8601, by default now;
     *   category: the key of the category that its author saw, by default that of new records
     */
    create(
      act: Act,
      entity: EntityName,
      given: { id?: string | undefined; date?: string | undefined; category?: string | undefined } = {},
    ): { id: string } {
      return operate(act, entity, () => {
        const id = given.id ?? newRecordId(now());
        if (isTaken(entity, id)) throw new Problem('exists');
        const at = given.date === undefined ? now() : Date.parse(given.date);
        insertBlank(context, entity, id, at, given.category);
        return { entry: { action: 'create', type: entity, id, after: existing(entity, id) }, answer: { id } };
      });
    },

    /** Deletes a record. @param base the seq of the record's last change that the author has seen */
    remove(act: Act, entity: EntityName, id: string, base?: number): 1 {
      return operate(act, entity, () => {
        const record = existing(entity, id);
        const seq = sql('SELECT seq FROM change WHERE type = ? AND id = ?').pluck().get(entity, id);
        // An author has seen their own later changes.
        guardBase({ type: entity, id }, base, seq, () =>
          base !== undefined && history.changedByOther(entity, id, base, act.userId) ? base : seq,
        );
        if (entity === 'user') users.checkRemoval(existing('user', id));
        if (entity === 'alert' && existing('alert', id).source)
          throw new Problem('value', { message: IS_HIDDEN_INSTEAD });
        const discard = entity === 'user' ? [] : filesOf(context, entity, id);
        sql('DELETE FROM image WHERE type = ? AND record_id = ?').run(entity, id);
        sql('DELETE FROM pdf WHERE type = ? AND record_id = ?').run(entity, id);
        sql(`DELETE FROM ${entity} WHERE id = ?`).run(id);
        return { entry: { action: 'delete', type: entity, id, before: record }, answer: 1, discard };
      });
    },
  };
}

const IS_HIDDEN_INSTEAD = `Las alertas del ${WEATHER_SERVICE} no se eliminan: si no corresponde, ocultala.`;
