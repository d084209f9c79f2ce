import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';
import { ADMIN } from '#contract/roles';
import { menuIn, placeInMenu } from '../parts/menu-edits.ts';
import { useDocument } from '../workspace/use-document.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';

/** The position of a free page in the menu, with a link to the screen where Admins change it. */
export function MenuPlace({ shown: { record } }: { shown: Shown }) {
  const site = useDocument('site');
  const { user } = useWorkspaceState().session;
  if (!site) return null;
  const place = placeInMenu(menuIn(site.record).items, record.id);
  const isAdmin = user.usergroup === ADMIN;
  return (
    <FieldFrame className="menu-place" head={<h2 className="field-title">Menú</h2>}>
      <p>{place === null ? 'Esta página no está en el menú.' : `Esta página está ${place}.`}</p>
      {isAdmin && (
        <p>
          <Link to={admin.menu()}>{place === null ? 'Agregarla al menú' : 'Cambiar su lugar'}</Link>
        </p>
      )}
      {!isAdmin && <p className="field-hint">El menú lo ordena un administrador.</p>}
    </FieldFrame>
  );
}
