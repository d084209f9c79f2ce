import { useLocation } from 'react-router-dom';
import { Link } from '../../components/link.tsx';
import { admin } from '#contract/addresses/pages';
import { ADMIN } from '#contract/roles';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { problemCount } from './state-words.ts';
import { useFreshPortalState, usePortalState } from './use-portal-state.ts';

/** On every screen of an Admin: that something is wrong with the portal itself, and where it says what. */
export function PortalProblems() {
  const {
    session: { user },
  } = useWorkspaceState();
  return user.usergroup === ADMIN ? <Problems /> : null;
}

function Problems() {
  useFreshPortalState();
  const state = usePortalState();
  const { pathname } = useLocation();
  if (!state || state.problems.length === 0 || pathname === admin.state()) return null;
  return (
    <p className="refused" role="status">
      {problemCount(state.problems.length)}. <Link to={admin.state()}>Ver el estado del portal</Link>
    </p>
  );
}
