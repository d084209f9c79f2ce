import { useState } from 'react';
import type { MouseEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { addStyleSheet } from '../../components/style-sheet.ts';
import { Portal } from '../../public/portal.tsx';
import type { View } from '../../public/view.ts';
import '../../styles/admin/preview.css';
import type { Workspace, WorkspaceState } from '../workspace/workspace.ts';
import { draftViewer } from './draft-view.ts';
import { promiseWords } from '../parts/preview-address.ts';
import type { Previewed } from '../parts/preview-address.ts';

/** Renders the public page of an unpublished record, including this device's unsent changes, and follows them. */
export async function renderPreview(
  root: HTMLElement,
  workspace: Workspace,
  entity: Previewed,
  id: string,
): Promise<void> {
  const viewNow = draftViewer(workspace, entity, id);
  const first = await viewNow().catch(() => 'failed' as const);
  await addStyleSheet(root.dataset.style ?? '');
  const back = admin.edit(entity, id);
  document.title = 'Vista previa';
  createRoot(root).render(
    first !== 'failed' && first.view ? (
      <Preview view={first.view} unsaved={first.unsaved} viewNow={viewNow} workspace={workspace} back={back} />
    ) : (
      <>
        <Bar unsaved={[]} back={back} />
        <main className="section">
          <h1>{first === 'failed' ? 'No pudimos armar la vista previa' : 'No está en este dispositivo'}</h1>
          <p>Conectate y volvé a abrirla.</p>
        </main>
      </>
    ),
  );
}

function Preview({
  view: first,
  unsaved: firstUnsaved,
  viewNow,
  workspace,
  back,
}: {
  view: View;
  unsaved: readonly string[];
  viewNow: ReturnType<typeof draftViewer>;
  workspace: Workspace;
  back: string;
}) {
  const [unsaved, setUnsaved] = useState(firstUnsaved);
  const [source] = useState(() => ({
    async view() {
      const { view, unsaved: now } = await viewNow();
      setUnsaved(now);
      if (!view) throw new NotHere();
      document.title = view.head.title;
      return { view, partial: false };
    },
    subscribe: (listener: () => void) => onChange(workspace, listener),
    isNotHeld: (error: unknown) => error instanceof NotHere,
  }));
  return (
    <>
      <Bar unsaved={unsaved} back={back} />
      <div onClickCapture={elsewhere}>
        <MemoryRouter initialEntries={[first.path]}>
          <Portal initial={first} layout={first.layout} source={source} />
        </MemoryRouter>
      </div>
    </>
  );
}

/** The record was on this device, and is not any more. */
class NotHere extends Error {}

function Bar({ unsaved, back }: { unsaved: readonly string[]; back: string }) {
  return (
    <p className="preview-bar" role="status">
      <b>Vista previa</b> {promiseWords(unsaved)} <a href={back}>Volver a editar</a>
    </p>
  );
}

/** Calls back when something that a preview shows may have changed: at once, too, for what changed while it opened. */
function onChange(workspace: Workspace, listener: () => void): () => void {
  let last = '';
  const look = () => {
    const content = contentOf(workspace.state());
    if (content === last) return;
    last = content;
    listener();
  };
  // What is typed in another tab is a draft there before it is saved.
  const lookAgain = () => document.visibilityState === 'visible' && listener();
  look();
  document.addEventListener('visibilitychange', lookAgain);
  const end = workspace.subscribe(look);
  return () => {
    document.removeEventListener('visibilitychange', lookAgain);
    end();
  };
}

/** What tells the content of two states apart: neither the progress of uploads nor the network. */
const contentOf = ({ content, landed, waiting, drafts }: WorkspaceState) =>
  JSON.stringify([content, drafts, [...landed, ...waiting].map(({ opId, status, value }) => [opId, status, value])]);

/** Makes the links of a preview open in a new tab. */
function elsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || link.hash || link.target === '_blank') return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener');
}
