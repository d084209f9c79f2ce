import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Link } from '../../components/link.tsx';
import { entities } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { Cell } from '../parts/cell.tsx';
import { listColumns, nameOf } from '../parts/words/record-words.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { removalQuestion } from '../parts/words/removal-words.ts';
import { focusRow, nextRow } from '../parts/focus/row-focus.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import type { Fields } from '../../offline/store/stored-record.ts';
import { RowMenu, RowMenuButton, useRowMenu } from '../parts/row-menu.tsx';
import { NEW_RECORD } from '../parts/focus/use-first-field.ts';
import { useBusy } from '../parts/use-busy.ts';
import { useTitle } from '../parts/use-title.ts';
import { RequiredFactor } from './lazy-safety.tsx';
import { useUserCalls, useUsers } from './user-calls.ts';

/** The list of users, for Admins. It needs a connection: no device stores users. */
export function UsersScreen() {
  const users = useUserCalls();
  const [tries, setTries] = useState(0);
  const [loaded, change] = useUsers<Fields[]>(calls.list('user'), tries);
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const navigate = useNavigate();
  const menu = useRowMenu();
  const [isBusy, run] = useBusy();
  useTitle(entities.user.plural);

  const create = () => attempt(async () => navigate(admin.edit('user', await users.create()), { state: NEW_RECORD }));
  const remove = (user: Fields) =>
    attempt(async () => {
      if (!(await confirm(removalQuestion('user', [{ ...user, name: user.name || user.username || '' }])))) return;
      await users.remove(user.id);
      focusRow(nextRow(new Set([user.id])));
      change((before) => before.filter(({ id }) => id !== user.id));
      setTries((before) => before + 1);
      notify({ tone: 'good', text: 'Eliminado' });
    });
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{entities.user.plural}</h1>
        <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(create)}>
          {isBusy ? 'Un momento…' : entities.user.create}
        </button>
      </div>
      {loaded.is === 'loading' && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {loaded.is === 'failed' && (
        <div className="empty">
          <p role="alert">{loaded.message}</p>
          <button className="button quiet" type="button" onClick={() => setTries(tries + 1)}>
            Probar otra vez
          </button>
        </div>
      )}
      {loaded.is === 'loaded' && (
        <div className="table-box" role="region" aria-label={entities.user.plural} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {listColumns('user').map(({ name, field }) => (
                  <th key={name} scope="col">
                    {field.label}
                  </th>
                ))}
                <th scope="col">
                  <span className="hidden-text">Acciones</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {loaded.value.map((user) => (
                <Row key={user.id} user={user}>
                  <RowMenuButton
                    menu={menu}
                    row={{
                      id: user.id,
                      name: String(user.username),
                      edit: admin.edit('user', user.id),
                      acts: [{ label: 'Eliminar', run: () => void remove(user) }],
                    }}
                  />
                </Row>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <RowMenu menu={menu} />
      <Suspense>
        <RequiredFactor />
      </Suspense>
    </>
  );
}

function Row({ user, children }: { user: Fields; children: ReactNode }) {
  const [, ...others] = listColumns('user');
  const edit = admin.edit('user', user.id);
  const name = nameOf('user', user);
  return (
    <tr data-record={user.id}>
      <th scope="row">
        <Link to={edit}>{name}</Link>
      </th>
      {others.map(({ name: column, field }) => (
        <td key={column} data-label={field.label} className={`cell-${column}`}>
          <Cell field={field} value={user[column]} />
        </td>
      ))}
      <td className="cell-menu">
        <Link className="row-edit" to={edit}>
          Editar<span className="hidden-text"> {String(user.username)}</span>
        </Link>
        {children}
      </td>
    </tr>
  );
}
