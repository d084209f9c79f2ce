import { isDeepStrictEqual } from 'node:util';
import { fieldAt } from '../../contract/forms-and-lists.ts';
import { Problem } from '../../contract/problems.ts';
import type { User } from '../../contract/records.ts';
import { ADMIN } from '../../contract/roles.ts';
import { newRecordId } from '../../contract/values/ids.ts';
import type { ToldChange } from '../../mail/letters.ts';
import type { MailQueue } from '../../mail/queue.ts';
import { canonical } from '../canonical.ts';
import { setColumns } from './field-update.ts';
import type { Act, Outcome, WriteContext } from './operate.ts';
import { insertBlank } from './rows.ts';
import { openForgettingResets } from './forgotten-resets.ts';
import { openTakingSessions } from './taken-sessions.ts';

/** The rules about users, whichever operation changes them. */
export interface UserRules {
  /**
   * Checks a user's field before it changes, and takes the user's sessions, known devices and links to drafts away
   * where the change concerns their rights.
   * @throws Problem 422 when the name is taken or missing, or no Admin who can log in would be left
   */
  checkChange(user: User, name: string, value: unknown): void;
  /**
   * Checks a user before they are deleted, and takes their sessions and links to drafts away.
   * @throws Problem 422 when no Admin who can log in would be left without this user
   */
  checkRemoval(user: User): void;
  /**
   * Stores a password and takes the user's sessions and links to drafts away, and their known devices if it was not
   * set with the present one. Who had another is told by mail, where there is mail.
   */
  storePassword(id: string, password: NewPassword): void;
}

interface NewPassword {
  hash: string;
  /** Somebody else has set it, so that it is only good for choosing one's own. */
  isTemporary: boolean;
  /** The id of a session that does not end. */
  exceptSession?: string;
  /** It was set by a link in a mail. */
  isReset?: boolean;
}

/** @param mail null: the portal sends none */
export function openUserRules({ sql }: WriteContext, mail: MailQueue | null): UserRules {
  /** @throws Problem 422 if the user is the only Admin who can log in: enabled, and with a password */
  function checkAnAdminRemains(user: User, field: string): void {
    const able = sql("SELECT id FROM user WHERE usergroup = ? AND enable = 1 AND password_hash <> ''")
      .pluck()
      .all(ADMIN);
    if (able.length === 1 && able[0] === user.id) throw new Problem('value', { field, message: LAST_ADMIN });
  }

  function checkName(user: User, name: unknown): void {
    if (name === '') throw new Problem('value', { field: 'username', message: 'Falta el nombre de usuario.' });
    if (sql('SELECT 1 FROM user WHERE username = ? AND id <> ?').get(name, user.id)) {
      throw new Problem('value', { field: 'username', message: 'Ese nombre de usuario ya existe. Elegí otro.' });
    }
  }

  const takeSessions = openTakingSessions(sql);
  const forgetResets = openForgettingResets(sql);
  /** The address of before the change is told, which is the owner's whoever has changed it. */
  function tell(id: string, what: ToldChange): void {
    type Row = { email: string; username: string; hash: string };
    const user = sql('SELECT email, username, password_hash AS hash FROM user WHERE id = ?').get(id) as Row | undefined;
    if (mail && user && user.email !== '' && user.hash !== '')
      mail.put('changed', id, [user.email, user.username, what]);
  }
  function forgetDevices(id: string): void {
    sql("UPDATE user SET device_key = '' WHERE id = ?").run(id);
    sql('DELETE FROM remembered_device WHERE user_id = ?').run(id);
  }

  return {
    checkChange(user, name, value) {
      if (name === 'username') checkName(user, value);
      if (name === 'email') {
        tell(user.id, 'email');
        forgetResets(user.id);
      }
      if (name !== 'enable' && name !== 'usergroup') return;
      // The only Admin who can log in is enabled and an Admin: whatever changes there would take that away.
      checkAnAdminRemains(user, name);
      takeSessions(user.id);
      forgetDevices(user.id);
      forgetResets(user.id);
    },
    checkRemoval(user) {
      checkAnAdminRemains(user, 'enable');
      takeSessions(user.id);
    },
    storePassword(id, { hash, isTemporary, exceptSession, isReset = false }) {
      tell(id, 'password');
      forgetResets(id);
      sql('UPDATE user SET password_hash = ?, password_temporary = ? WHERE id = ?').run(hash, Number(isTemporary), id);
      takeSessions(id, exceptSession === undefined ? {} : { except: exceptSession });
      if (isTemporary || isReset) forgetDevices(id);
    },
  };
}

/** What a link of a mail says that is too old, was used, or is no longer good for another reason. */
export const LINK_USED = 'Este enlace ya no sirve: venció, o ya se usó. Pedí otro.';

const LAST_ADMIN =
  'Es el único administrador que puede ingresar: habilitá a otro y ponele una contraseña antes de cambiarlo.';

/** The writer's operations on users beside those that all entities share. */
export function openUserWrites(context: WriteContext, rules: UserRules) {
  const { operate, existing } = context;

  function changeFields(id: string, fields: Record<string, unknown>, password: NewPassword | undefined): void {
    // First, so that a changed password is told to the address of before.
    if (password !== undefined) rules.storePassword(id, password);
    for (const [path, value] of Object.entries(fields)) {
      const found = fieldAt('user', path);
      if (!found || found.field.kind === 'password') throw new Problem('not-found');
      const user = existing('user', id);
      const before: Partial<Record<string, unknown>> = { ...user };
      // A name given under earlier rules stays valid until it is changed.
      if (value === before[found.name]) continue;
      const after = canonical(path, found.field, value);
      if (after === before[found.name]) continue;
      rules.checkChange(user, found.name, after);
      setColumns(context, 'user', id, { [found.name]: after });
    }
  }

  function passwordSet(id: string, password: NewPassword): Outcome<1> {
    existing('user', id);
    rules.storePassword(id, password);
    return { entry: { action: 'update', type: 'user', id, field: 'password' }, answer: 1 };
  }

  return {
    /**
     * Sets the hash of a user's password, which is temporary unless it is the author's own, and ends their sessions.
     * The history contains only that it changed.
     */
    setPassword: (act: Act, id: string, hash: string): 1 =>
      operate(act, 'user', () => passwordSet(id, { hash, isTemporary: act.userId !== id })),
    /** Sets the author's own, which needs no role. @param session the id of the one session that does not end */
    setOwnPassword: (act: Act, hash: string, session: string): 1 =>
      operate(act, 'user', () => passwordSet(act.userId, { hash, isTemporary: false, exceptSession: session }), true),

    /**
     * Sets the author's own after it was forgotten, and ends all their sessions. No device of theirs is known any more.
     * @param isStillGood asked in the same transaction @throws Problem 410 when it is not
     */
    resetPassword: (act: Act, hash: string, isStillGood: () => boolean): 1 =>
      operate(
        act,
        'user',
        () => {
          if (!isStillGood()) throw new Problem('deleted', { message: LINK_USED });
          return passwordSet(act.userId, { hash, isTemporary: false, isReset: true });
        },
        true,
      ),

    /**
     * Creates a user with these fields, all or nothing.
     * @param hash of the password; '' for none
     * @param isTemporary whether somebody else has chosen the password
     */
    register(act: Act, fields: Record<string, unknown>, hash: string, isTemporary = false): { id: string } {
      return operate(act, 'user', () => {
        const id = newRecordId(context.now());
        insertBlank(context, 'user', id, context.now());
        changeFields(id, fields, { hash, isTemporary });
        return { entry: { action: 'create', type: 'user', id, after: existing('user', id) }, answer: { id } };
      });
    },

    /** Changes several fields of a user, all or none. */
    updateUser(act: Act, id: string, fields: Record<string, unknown>, hash?: string): 1 {
      return operate(act, 'user', () => {
        const before = existing('user', id);
        changeFields(id, fields, hash === undefined ? undefined : { hash, isTemporary: act.userId !== id });
        const after = existing('user', id);
        if (hash === undefined && isDeepStrictEqual(before, after)) return { unchanged: 1 };
        const field = hash === undefined ? {} : { field: 'password' };
        return { entry: { action: 'update', type: 'user', id, before, after, ...field }, answer: 1 };
      });
    },
  };
}
