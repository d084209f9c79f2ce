import { Suspense } from 'react';
import { entities } from '#contract/forms-and-lists';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { useTitle } from '../parts/use-title.ts';
import { AccountSafety } from './lazy-safety.tsx';

/** Shows the logged-in user, and what lets them in. That needs the server: no device stores passwords. */
export function AccountScreen() {
  const {
    session: { user },
  } = useWorkspaceState();
  const group = entities.user.fields.usergroup.choices?.find(({ value }) => value === user.usergroup)?.label;
  useTitle('Mi cuenta');
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Mi cuenta</h1>
      </div>
      <dl className="account">
        <div>
          <dt>Nombre</dt>
          <dd>{user.name || 'Sin nombre'}</dd>
        </div>
        <div>
          <dt>Usuario</dt>
          <dd>{user.username}</dd>
        </div>
        <div>
          <dt>Grupo</dt>
          <dd>{group}</dd>
        </div>
      </dl>
      <Suspense fallback={<p className="loading">Cargando…</p>}>
        <AccountSafety user={user} />
      </Suspense>
    </>
  );
}
