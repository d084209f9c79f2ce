import { Suspense, useState } from 'react';
import { Link } from '../../components/link.tsx';
import { entities, fieldsOf } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { proposedUsername } from '#contract/values/accounts';
import { EditField } from '../field/edit-field.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import type { Fields } from '../../offline/store/stored-record.ts';
import { useNotices } from '../parts/notices.tsx';
import { nameOf } from '../parts/words/record-words.ts';
import { useFirstField } from '../parts/focus/use-first-field.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { GeneratedPassword } from './generated-password.tsx';
import { OpenSessions, SecondFactor } from './lazy-safety.tsx';
import { useUserCalls, useUsers } from './user-calls.ts';

/** Edit screen of a user. Each field is saved on the server when it is left, after confirmation (spec section 5). */
export function UserScreen({ id }: { id: string }) {
  const users = useUserCalls();
  const notify = useNotices();
  const { session } = useWorkspaceState();
  const [tries, setTries] = useState(0);
  const [loaded, change] = useUsers<Fields>(calls.one('user', id), tries);
  /** How many passwords were typed and saved, and how many were generated. */
  const [typed, setTyped] = useState(0);
  const [generated, setGenerated] = useState(0);
  const title = loaded.is === 'loaded' ? nameOf('user', loaded.value) : entities.user.singular;
  useTitle(title);
  useFirstField(loaded.is === 'loaded');
  return (
    <>
      <p>
        <Link className="back" to={admin.list('user')}>
          Volver
        </Link>
      </p>
      {loaded.is === 'loading' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {loaded.is === 'failed' && (
        <>
          <h1 tabIndex={-1}>Usuario</h1>
          <p className="empty" role="alert">
            {loaded.message}
          </p>
          <p>
            <button className="button quiet" type="button" onClick={() => setTries(tries + 1)}>
              Probar otra vez
            </button>
          </p>
        </>
      )}
      {loaded.is === 'loaded' && (
        <>
          <div className="screen-head">
            <h1 tabIndex={-1}>{title}</h1>
            <HistoryLink type="user" id={id} />
          </div>
          <div className="form-column">
            {fieldsOf('user').map(([name, field]) => {
              const editor = (
                <EditField
                  // What was typed and refused is over when there is a generated one.
                  key={name === 'password' ? `password ${generated}` : name}
                  name={name}
                  place={null}
                  field={field}
                  stored={loaded.value[name] ?? ''}
                  {...(name === 'username' && usernameHelp(loaded.value))}
                  {...(name === 'enable' && enableHelp(loaded.value))}
                  confirmChange={entities.user.confirmChange}
                  save={async (value, base) => {
                    await users.update(id, name, value, base);
                    // No device ever gets a password.
                    if (name === 'password') setTyped((before) => before + 1);
                    else change((before) => ({ ...before, [name]: value }));
                    setTries((before) => before + 1);
                    notify({ tone: 'good', text: 'Guardado' });
                  }}
                />
              );
              if (name !== 'password') return editor;
              return (
                <div key={name} className="field-and-more">
                  {editor}
                  <GeneratedPassword user={id} typed={typed} onMade={() => setGenerated((before) => before + 1)} />
                  <p className="aside">
                    La contraseña que le pongas a otra persona es provisoria: la primera vez que ingrese va a elegir la
                    suya.
                  </p>
                </div>
              );
            })}
          </div>
          <Suspense fallback={<p className="loading">Cargando…</p>}>
            <SecondFactor user={{ id, username: String(loaded.value.username) }} isOwn={id === session.user.id} />
            <OpenSessions key={typed} user={id} isOwn={id === session.user.id} />
          </Suspense>
        </>
      )}
    </>
  );
}

/** A new user has their id as user name until they get one that can be said: what is proposed is made of their name. */
export function usernameHelp({ id, name, username }: Fields): { note?: string; proposal?: string } {
  if (username !== id) return {};
  const proposal = proposedUsername(String(name ?? ''));
  return { note: 'Es provisorio: poné uno que se pueda decir.', ...(proposal && { proposal }) };
}

/** A new user is not enabled, and the log-in does not say so: it speaks of a wrong password. */
export function enableHelp({ enable }: Fields): { note?: string } {
  return enable ? {} : { note: 'Así no puede ingresar: marcalo cuando su cuenta esté lista.' };
}
