import { PasswordProvider } from '../parts/ask-password.tsx';
import { ConfirmProvider } from '../parts/confirm.tsx';
import { WorkspaceContext } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Frame } from './frame.tsx';
import { Screen } from './screen.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { UndoProvider } from '../parts/undo-offer.tsx';
import { NoticeProvider } from '../parts/notices.tsx';
import '../../styles/admin/admin.css';
import { OutcomeNotices } from './outcome-notices.tsx';
import { SaveKey } from '../changes/save-key.ts';
import { GuardedRouter } from '../changes/guarded-router.tsx';
import { UpdateBar } from './update-bar.tsx';

/** The back office: what its screens share, and the screen of the address. */
export function App({ workspace }: { workspace: Workspace }) {
  return (
    <WorkspaceContext value={workspace}>
      <NoticeProvider>
        <ConfirmProvider>
          <PasswordProvider>
            <GuardedRouter>
              <UndoProvider>
                <Frame>
                  <Screen />
                </Frame>
              </UndoProvider>
            </GuardedRouter>
          </PasswordProvider>
          <SaveKey />
          <OutcomeNotices />
          <UpdateBar />
          <LoginDialog />
        </ConfirmProvider>
      </NoticeProvider>
    </WorkspaceContext>
  );
}
