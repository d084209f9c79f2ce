import { useCallback, useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import { problems } from '#contract/problems';
import { Unreachable } from '../../offline/pull/api-call.ts';
import { isTooMany } from '../workspace/too-many.ts';
import type { ApiCall } from '../../offline/pull/api-call.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { useAskPassword } from '../parts/ask-password.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { Refusal } from '../field/use-editing.ts';

const NO_SERVER = 'La gestión de usuarios necesita conexión. Revisá la señal y probá otra vez.';
const NOT_CONFIRMED = 'No se cambió nada: para eso hace falta tu contraseña.';
const NO_SERVER_FOR_PASSWORD = 'Para cambiar la contraseña hace falta conexión. Revisá la señal y probá otra vez.';

/**
 * Returns the API calls about users. They go straight to the server: no device stores users, and nothing is queued.
 * Where the server wants to know again that it is this person, they are asked for their password.
 */
export function useUserCalls() {
  const { callApi } = useWorkspace();
  const askPassword = useAskPassword();
  const post = useCallback(
    async (path: string, body: object = {}) => {
      try {
        return await answerOf(callApi, path, body);
      } catch (error) {
        if (!(error instanceof Unconfirmed)) throw error;
        if (!(await askPassword())) throw new Refusal(NOT_CONFIRMED);
        return answerOf(callApi, path, body);
      }
    },
    [callApi, askPassword],
  );
  return {
    post,
    create: async () => ((await post(calls.create('user'))) as { id: string }).id,
    remove: async (id: string) => void (await post(calls.remove('user', id))),
    /** A password has no base value, because it is never shown. */
    update: async (id: string, field: string, value: Json, base: Json) =>
      void (await post(calls.update('user', id, field), field === 'password' ? { value } : { value, base })),
    changeOwnPassword: async (id: string, current: string, value: string) =>
      void (await answerOf(callApi, calls.update('user', id, 'password'), { value, current }, NO_SERVER_FOR_PASSWORD)),
  };
}

type Loadable<T> = { is: 'loading' } | { is: 'failed'; message: string } | { is: 'loaded'; value: T };

/** What was loaded from a path. */
type LoadedFrom<T> = Loadable<T> & { path?: string };

/**
 * Loads all users, one, or something of one. Loads again when `tries` changes.
 * @returns what is loaded, and a function that applies a change which the server has made
 */
export function useUsers<T>(path: string, tries: number): [Loadable<T>, (change: (before: T) => T) => void] {
  const { callApi } = useWorkspace();
  const [loaded, setLoaded] = useState<LoadedFrom<T>>({ is: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const take = (answer: Loadable<T>) => isCurrent && setLoaded((before) => afterLoading(before, answer, path));
    answerOf(callApi, path, {}).then(
      (value) => take({ is: 'loaded', value: value as T }),
      (error: Error) => take({ is: 'failed', message: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [callApi, path, tries]);
  const change = (made: (before: T) => T) =>
    setLoaded((before) => (before.is === 'loaded' ? { ...before, value: made(before.value) } : before));
  return [loaded.path === path ? loaded : { is: 'loading' }, change];
}

/** Keeps what is shown when loading it again fails, because a person may be typing in it. */
export function afterLoading<T>(before: LoadedFrom<T>, answer: Loadable<T>, path: string): LoadedFrom<T> {
  const isShown = before.is === 'loaded' && before.path === path;
  return isShown && answer.is === 'failed' ? before : { ...answer, path };
}

/** @throws Refusal with a message for the person */
async function answerOf(callApi: ApiCall, path: string, body: object, unreachable = NO_SERVER): Promise<unknown> {
  try {
    const answer = await callApi(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    });
    if (answer.status === 200) return answer.body;
    const { message = 'El servidor no lo aceptó.', field, code } = answer.body as Partial<Record<string, string>>;
    throw code === 'confirm' ? new Unconfirmed(message) : new Refusal(message, field);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Refusal(isTooMany(error) ? problems['too-many'][1] : unreachable);
  }
}

/** The server asks for the password again. */
class Unconfirmed extends Refusal {}
