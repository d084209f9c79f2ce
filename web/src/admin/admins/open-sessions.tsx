import { useState } from 'react';
import { calls } from '#contract/addresses/calls';
import type { OpenSession } from '#contract/messages/open-session';
import { dayAt } from '#contract/values/dates';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { sessionDevice, sessionTimes } from './session-words.ts';
import { useUserCalls, useUsers } from './user-calls.ts';

/** The open sessions of a person, each with a button that closes it. */
export function OpenSessions({ user, isOwn }: { user: string; isOwn: boolean }) {
  const { post } = useUserCalls();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const [isBusy, run] = useBusy();
  const [tries, setTries] = useState(0);
  const [today] = useState(() => dayAt(Date.now()));
  const [loaded, change] = useUsers<OpenSession[]>(calls.sessions(user), tries);
  const close = (session?: OpenSession) =>
    attempt(async () => {
      const asked = session ? `la sesión de ${sessionDevice(session)}` : `todas las ${isOwn ? 'otras ' : ''}sesiones`;
      if (!(await confirm({ text: `Vas a cerrar ${asked}. ${CLOSING}`, accept: 'Cerrar', isRemoval: true }))) return;
      await post(calls.sessionsClose(user), session ? { session: session.id } : {});
      change((before) => before.filter(({ id, isThis }) => (session ? id !== session.id : isThis)));
      setTries((before) => before + 1);
      notify({ tone: 'good', text: 'Sesión cerrada' });
    });
  const title = isOwn ? 'Mis sesiones' : 'Sesiones';
  const closeable = loaded.is === 'loaded' ? loaded.value.filter(({ isThis }) => !isThis) : [];
  return (
    <section className="safety" aria-label={title}>
      <h2>{title}</h2>
      {loaded.is === 'loading' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {loaded.is === 'failed' && (
        <>
          <p role="alert">{loaded.message}</p>
          <p>
            <button className="button quiet" type="button" onClick={() => setTries(tries + 1)}>
              Probar otra vez
            </button>
          </p>
        </>
      )}
      {loaded.is === 'loaded' && loaded.value.length === 0 && <p className="aside">No hay ninguna abierta.</p>}
      {loaded.is === 'loaded' && (
        <ul className="sessions">
          {loaded.value.map((one) => (
            <li key={one.id}>
              <span>
                <strong>{sessionDevice(one)}</strong>
                {one.isThis && <em> (esta)</em>}
                <span className="session-times">{sessionTimes(one, today)}</span>
              </span>
              {!one.isThis && (
                <button
                  className="button quiet"
                  type="button"
                  aria-disabled={isBusy}
                  onClick={() => void run(() => close(one))}
                >
                  Cerrar<span className="hidden-text"> la sesión de {sessionDevice(one)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {closeable.length > 1 && (
        <p className="buttons">
          <button className="button quiet" type="button" aria-disabled={isBusy} onClick={() => void run(() => close())}>
            {isOwn ? 'Cerrar todas las otras' : 'Cerrar todas'}
          </button>
        </p>
      )}
    </section>
  );
}

const CLOSING =
  'En ese equipo se borran los borradores que no se guardaron; lo que estaba por enviarse queda guardado para su ' +
  'autor. Los enlaces a borradores que hizo esta persona dejan de servir.';
