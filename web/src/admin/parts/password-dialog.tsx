import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { calls } from '#contract/addresses/calls';
import { CONFIRMED_MINUTES } from '#contract/limits';
import { problems } from '#contract/problems';
import { Unreachable } from '../../offline/pull/api-call.ts';
import { isTooMany } from '../workspace/too-many.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { Dialog } from './confirm.tsx';

const NO_SERVER = 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';

/** Asks the person for their password, and tells the server. @param answer called with whether they gave it */
export function PasswordDialog({ answer }: { answer: (isGiven: boolean) => void }) {
  const { callApi } = useWorkspace();
  const {
    session: { user },
  } = useWorkspaceState();
  const [error, setError] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const id = useId();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWaiting) return;
    const password = String(new FormData(event.currentTarget).get('password'));
    if (password === '') return setError('Escribí tu contraseña.');
    setWaiting(true);
    setError('');
    try {
      const { status, body } = await callApi(calls.confirm(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
      if (status === 200) return answer(true);
      setError((body as { message?: string }).message ?? NO_SERVER);
    } catch (failure) {
      setError(failure instanceof Unreachable && isTooMany(failure) ? problems['too-many'][1] : NO_SERVER);
    } finally {
      setWaiting(false);
    }
  }
  return (
    <Dialog title="Confirmá que sos vos" onClose={() => answer(false)}>
      <p>Para cambiar quién puede ingresar, volvé a escribir tu contraseña. Vale por {CONFIRMED_MINUTES} minutos.</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {/* For password managers. */}
        <input
          className="hidden-text"
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <p className="field">
          <label htmlFor={id}>Tu contraseña</label>
          <input
            id={id}
            className="control"
            name="password"
            type="password"
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={error !== ''}
            aria-describedby={`${id}-error`}
            data-first
          />
        </p>
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
        <p className="buttons">
          {/* Not disabled: it keeps the focus for another attempt. */}
          <button className="button" type="submit" aria-disabled={isWaiting}>
            {isWaiting ? 'Un momento…' : 'Confirmar'}
          </button>
          <button className="button quiet" type="button" onClick={() => answer(false)}>
            Cancelar
          </button>
        </p>
      </form>
    </Dialog>
  );
}
