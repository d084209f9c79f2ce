import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import type { ReactNode } from 'react';
import { admin } from '#contract/paths';
import { ADMIN } from '#contract/roles';
import { AccountScreen } from './account-screen.tsx';
import { BulletinsScreen } from './bulletins-screen.tsx';
import { ConfirmProvider } from './confirm.tsx';
import { DeskContext, useDeskState } from './desk.ts';
import type { Desk } from './desk.ts';
import { EditScreen } from './edit-screen.tsx';
import { AlbumExtras, AuthorityExtras, BulletinExtras, EventExtras, StoryExtras } from './extras.tsx';
import { Frame } from './frame.tsx';
import { GreenPointsScreen } from './green-points-screen.tsx';
import { HistoryScreen, RecordHistoryScreen } from './history-screen.tsx';
import { ListScreen } from './list-screen.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { NoticeProvider } from './notices.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { SiteScreen } from './site-screen.tsx';
import '../styles/admin.css';
import { TellOutcomes } from './tell-outcomes.tsx';
import { UpdateBar } from './update-bar.tsx';
import { UsefulDataScreen } from './useful-data-screen.tsx';
import { UserScreen } from './user-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

/** Every address of spec section 2.2, and those of the pending changes and the documents. */
export function App({ desk }: { desk: Desk }) {
  return (
    <DeskContext value={desk}>
      <NoticeProvider>
        <ConfirmProvider>
          <BrowserRouter>
            <Routes>
              <Route element={<Frame />}>
                <Route path={admin.list('story')} element={<ListScreen entity="story" />} />
                <Route path={admin.editPattern('story')} element={<EditScreen entity="story" extras={StoryExtras} />} />
                <Route path={admin.list('agenda')} element={<ListScreen entity="agenda" />} />
                <Route path={admin.editPattern('agenda')} element={<EditScreen entity="agenda" extras={EventExtras} />} />
                <Route path={admin.list('authority')} element={<AdminsOnly><ListScreen entity="authority" /></AdminsOnly>} />
                <Route path={admin.editPattern('authority')} element={<AdminsOnly><EditScreen entity="authority" extras={AuthorityExtras} /></AdminsOnly>} />
                <Route path={admin.list('album')} element={<ListScreen entity="album" />} />
                <Route path={admin.editPattern('album')} element={<EditScreen entity="album" extras={AlbumExtras} />} />
                <Route path={admin.list('map')} element={<ListScreen entity="map" />} />
                <Route path={admin.editPattern('map')} element={<EditScreen entity="map" />} />
                <Route path={admin.list('greenpoint')} element={<GreenPointsScreen />} />
                <Route path={admin.editPattern('greenpoint')} element={<EditScreen entity="greenpoint" />} />
                <Route path={admin.list('bulletin')} element={<BulletinsScreen />} />
                <Route path={admin.editPattern('bulletin')} element={<EditScreen entity="bulletin" extras={BulletinExtras} />} />
                <Route path={admin.usefulData()} element={<UsefulDataScreen />} />
                <Route path={admin.site()} element={<AdminsOnly><SiteScreen /></AdminsOnly>} />
                <Route path={admin.list('user')} element={<AdminsOnly><UsersScreen /></AdminsOnly>} />
                <Route path={admin.editPattern('user')} element={<AdminsOnly><UserScreen /></AdminsOnly>} />
                <Route path={admin.history()} element={<HistoryScreen />} />
                <Route path={admin.historyOf(':type', ':id')} element={<RecordHistoryScreen />} />
                <Route path={admin.account()} element={<AccountScreen />} />
                <Route path={admin.pending()} element={<PendingScreen />} />
                <Route path="*" element={<Navigate to={admin.list('story')} replace />} />
              </Route>
            </Routes>
          </BrowserRouter>
          <TellOutcomes />
          <UpdateBar />
          <LoginDialog />
        </ConfirmProvider>
      </NoticeProvider>
    </DeskContext>
  );
}

/** Users and authorities are the Admins' (spec section 6); an Editor lands on the first screen and reads why. */
function AdminsOnly({ children }: { children: ReactNode }) {
  const { session: { user } } = useDeskState();
  return user.usergroup === ADMIN ? children : <Navigate to={admin.list('story')} replace state={{ refused: true }} />;
}
