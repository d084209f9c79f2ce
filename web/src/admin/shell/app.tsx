import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import type { ReactNode } from 'react';
import { ENTITY_NAMES } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import { sharedPhotos } from '#contract/addresses/installed';
import { admin } from '#contract/addresses/pages';
import { ADMIN, isAdminOnly } from '#contract/roles';
import { AccountScreen } from '../admins/account-screen.tsx';
import { AuthoritiesScreen } from '../documents/authorities-screen.tsx';
import { BulletinsScreen } from '../list/bulletins-screen.tsx';
import { CategoriesScreen } from '../documents/categories-screen.tsx';
import { ConfirmProvider } from '../parts/confirm.tsx';
import { WorkspaceContext, useWorkspaceState } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { EditScreen } from '../edit/edit-screen.tsx';
import { FirstSteps } from '../admins/first-steps-list.tsx';
import { Frame } from './frame.tsx';
import { GreenPointsScreen } from '../documents/green-points-screen.tsx';
import { HistoryScreen, RecordHistoryScreen } from '../history/history-screen.tsx';
import { MenuScreen } from '../documents/menu-screen.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { UndoProvider } from '../parts/undo-offer.tsx';
import { NoticeProvider } from '../parts/notices.tsx';
import { PagesScreen } from '../list/pages-screen.tsx';
import { PendingScreen } from '../pending/pending-screen.tsx';
import { PortalStateScreen } from '../admins/portal-state-screen.tsx';
import { SharedPhotosScreen } from '../shared/shared-photos-screen.tsx';
import { SiteScreen } from '../documents/site/site-screen.tsx';
import '../../styles/admin/admin.css';
import { OutcomeNotices } from './outcome-notices.tsx';
import { SaveKey } from '../changes/save-key.ts';
import { GuardedRouter } from '../changes/guarded-router.tsx';
import { UpdateBar } from './update-bar.tsx';
import { UsefulDataScreen } from '../documents/useful-data-screen.tsx';
import { UserScreen } from '../admins/user-screen.tsx';
import { UsersScreen } from '../admins/users-screen.tsx';

/** The routes of the back office (spec section 2.2), including the pending changes and the documents. */
export function App({ workspace }: { workspace: Workspace }) {
  return (
    <WorkspaceContext value={workspace}>
      <NoticeProvider>
        <ConfirmProvider>
          <GuardedRouter>
            <UndoProvider>
              <Routes>
                <Route element={<Frame />}>
                  {RECORDS.map((entity) => (
                    <Route key={entity} element={isAdminOnly(entity) ? <AdminsOnly /> : <Outlet />}>
                      <Route path={admin.list(entity)} element={LISTS[entity] ?? <ListScreen entity={entity} />} />
                      <Route path={admin.editPattern(entity)} element={<EditScreen entity={entity} />} />
                    </Route>
                  ))}
                  <Route element={<AdminsOnly />}>
                    <Route path={admin.site()} element={<SiteScreen />} />
                    <Route path={admin.categories()} element={<CategoriesScreen />} />
                    <Route path={admin.menu()} element={<MenuScreen />} />
                    <Route path={admin.state()} element={<PortalStateScreen />} />
                    <Route path={admin.list('user')} element={<UsersScreen />} />
                    <Route path={admin.editPattern('user')} element={<UserScreen />} />
                  </Route>
                  <Route path={admin.usefulData()} element={<UsefulDataScreen />} />
                  <Route path={admin.history()} element={<HistoryScreen />} />
                  <Route path={admin.historyOf(':type', ':id')} element={<RecordHistoryScreen />} />
                  <Route path={admin.account()} element={<AccountScreen />} />
                  <Route path={sharedPhotos()} element={<SharedPhotosScreen />} />
                  <Route path={admin.pending()} element={<PendingScreen />} />
                  <Route path="*" element={<Navigate to={admin.list('story')} replace />} />
                </Route>
              </Routes>
            </UndoProvider>
          </GuardedRouter>
          <SaveKey />
          <OutcomeNotices />
          <UpdateBar />
          <LoginDialog />
        </ConfirmProvider>
      </NoticeProvider>
    </WorkspaceContext>
  );
}

const RECORDS = ENTITY_NAMES.filter((entity) => entity !== 'user');
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

/** Screens for Admins only (spec section 6): an Editor is redirected to the first screen, which says why. */
function AdminsOnly() {
  const {
    session: { user },
  } = useWorkspaceState();
  return user.usergroup === ADMIN ? (
    <Outlet />
  ) : (
    <Navigate to={admin.list('story')} replace state={{ refused: true }} />
  );
}
