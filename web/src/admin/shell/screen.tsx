import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ENTITY_NAMES } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import { LOGBOOK_SCREEN } from '#contract/addresses/logbook';
import { sharedPhotos } from '#contract/addresses/installed';
import { admin } from '#contract/addresses/pages';
import { ADMIN, isAdminOnly } from '#contract/roles';
import { AccountScreen } from '../admins/account-screen.tsx';
import { LogbookScreen } from '../admins/lazy-safety.tsx';
import { AuthoritiesScreen } from '../documents/authorities-screen.tsx';
import { BulletinsScreen } from '../documents/bulletins-screen.tsx';
import { CategoriesScreen } from '../documents/categories-screen.tsx';
import { EditScreen } from '../edit/edit-screen.tsx';
import { FirstSteps } from '../admins/first-steps-list.tsx';
import { GreenPointsScreen } from '../documents/green-points-screen.tsx';
import { HistoryScreen, RecordHistoryScreen } from '../history/history-screen.tsx';
import { MenuScreen } from '../documents/menu-screen.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PagesScreen } from '../list/pages-screen.tsx';
import { PendingScreen } from '../pending/pending-screen.tsx';
import { PortalStateScreen } from '../admins/portal-state-screen.tsx';
import { SharedPhotosScreen } from '../shared/shared-photos-screen.tsx';
import { SiteScreen } from '../documents/site/site-screen.tsx';
import { InboxScreen } from '../tickets/inbox-screen.tsx';
import { TicketSettingsScreen } from '../tickets/ticket-settings-screen.tsx';
import { TicketScreen } from '../tickets/ticket-screen.tsx';
import { UsefulDataScreen } from '../documents/useful-data-screen.tsx';
import { UserScreen } from '../admins/user-screen.tsx';
import { UsersScreen } from '../admins/users-screen.tsx';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useWorkspaceState } from '../workspace/workspace.ts';

interface ScreenRoute {
  path: string;
  draw(params: Readonly<Record<string, string | undefined>>): ReactNode;
  /** Shown to Admins only (spec section 6): an Editor is redirected to the first screen, which says why. */
  isAdminOnly?: boolean;
}

/**
 * The screen of the address. The router's own routes would be part of the code that residents load.
 */
export function Screen() {
  const { pathname } = useLocation();
  const {
    session: { user },
  } = useWorkspaceState();
  for (const { path, draw, isAdminOnly: isClosed } of SCREENS) {
    const match = matchPath(path, pathname);
    if (!match) continue;
    return isClosed && user.usergroup !== ADMIN ? <ToFirst state={{ refused: true }} /> : draw(match.params);
  }
  return <ToFirst />;
}

function ToFirst({ state }: { state?: { refused: true } }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(admin.list('story'), { replace: true, state }));
  return null;
}

/** List screens that show something above their table. */
const LISTS: Partial<Record<EntityName, ReactNode>> = {
  story: (
    <ListScreen entity="story">
      <FirstSteps />
    </ListScreen>
  ),
  authority: <AuthoritiesScreen />,
  greenpoint: <GreenPointsScreen />,
  bulletin: <BulletinsScreen />,
  page: <PagesScreen />,
};

/** The routes of the back office (spec section 2.2), including the pending changes and the documents. */
const SCREENS: readonly ScreenRoute[] = [
  ...ENTITY_NAMES.filter((entity) => entity !== 'user').flatMap(
    (entity) =>
      [
        {
          path: admin.list(entity),
          draw: () => LISTS[entity] ?? <ListScreen entity={entity} />,
          isAdminOnly: isAdminOnly(entity),
        },
        {
          path: admin.editPattern(entity),
          draw: ({ id = '' }) => <EditScreen entity={entity} id={id} />,
          isAdminOnly: isAdminOnly(entity),
        },
      ] satisfies ScreenRoute[],
  ),
  { path: admin.site(), draw: () => <SiteScreen />, isAdminOnly: true },
  { path: admin.categories(), draw: () => <CategoriesScreen />, isAdminOnly: true },
  { path: admin.menu(), draw: () => <MenuScreen />, isAdminOnly: true },
  { path: admin.state(), draw: () => <PortalStateScreen />, isAdminOnly: true },
  { path: LOGBOOK_SCREEN, draw: () => <LogbookScreen />, isAdminOnly: true },
  { path: admin.list('user'), draw: () => <UsersScreen />, isAdminOnly: true },
  { path: admin.editPattern('user'), draw: ({ id = '' }) => <UserScreen id={id} />, isAdminOnly: true },
  { path: admin.tickets(), draw: () => <InboxScreen /> },
  { path: admin.ticketSettings(), draw: () => <TicketSettingsScreen />, isAdminOnly: true },
  { path: admin.ticket(':id'), draw: ({ id = '' }) => <TicketScreen key={id} id={id} /> },
  { path: admin.usefulData(), draw: () => <UsefulDataScreen /> },
  { path: admin.history(), draw: () => <HistoryScreen /> },
  {
    path: admin.historyOf(':type', ':id'),
    draw: ({ type = '', id = '' }) => <RecordHistoryScreen type={type} id={id} />,
  },
  { path: admin.account(), draw: () => <AccountScreen /> },
  { path: sharedPhotos(), draw: () => <SharedPhotosScreen /> },
  { path: admin.pending(), draw: () => <PendingScreen /> },
];
