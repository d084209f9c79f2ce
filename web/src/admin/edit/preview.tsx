import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { admin } from '#contract/addresses/pages';
import { addStyleSheet } from '../../components/style-sheet.ts';
import { Portal } from '../../public/portal.tsx';
import type { View } from '../../public/view.ts';
import '../../styles/admin/preview.css';
import { useWorkspace, WorkspaceContext } from '../workspace/workspace.ts';
import type { Workspace, WorkspaceState } from '../workspace/workspace.ts';
import { draftViewer } from './draft-view.ts';
import { PhoneFrame } from './phone-frame.tsx';
import { LOOK, promiseWords } from '../parts/preview-address.ts';
import type { Previewed } from '../parts/preview-address.ts';
import { everyMinute } from '../parts/use-present.ts';
import { StillRouter } from '../parts/still-router.tsx';

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
  document.title = 'Vista previa';
  createRoot(root).render(
    first !== 'failed' && first.view ? (
      <WorkspaceContext value={workspace}>
        <Preview view={first.view} unsaved={first.unsaved} viewNow={viewNow} entity={entity} id={id} />
      </WorkspaceContext>
    ) : (
      <>
        <Bar unsaved={[]} back={admin.edit(entity, id)} />
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
  entity,
  id,
}: {
  view: View;
  unsaved: readonly string[];
  viewNow: ReturnType<typeof draftViewer>;
  entity: Previewed;
  id: string;
}) {
  const workspace = useWorkspace();
  const [isNarrow, setNarrow] = useState(false);
  const [unsaved, setUnsaved] = useState(firstUnsaved);
  const [source] = useState(() => ({
    async view() {
      const { view, unsaved: now } = await viewNow();
      setUnsaved(now);
      if (!view) throw new NotHere();
      document.title = view.head.title;
      return { view, partial: false };
    },
    subscribe(listener: () => void) {
      const ends = [onChange(workspace, listener)];
      // The end that is proposed for an alert moves on with the time.
      if (entity === 'alert') ends.push(everyMinute(Date.now, listener));
      return () => ends.forEach((end) => end());
    },
    isNotHeld: (error: unknown) => error instanceof NotHere,
  }));
  return (
    <>
      {!isFramed() && (
        <Bar unsaved={unsaved} back={admin.edit(entity, id)}>
          <button type="button" aria-pressed={isNarrow} onClick={() => setNarrow(!isNarrow)}>
            Como en un teléfono
          </button>
        </Bar>
      )}
      {isNarrow ? (
        <main>
          <h1 className="hidden-text">Vista previa en un teléfono</h1>
          <PhoneFrame entity={entity} id={id} />
        </main>
      ) : (
        <div onClickCapture={elsewhere}>
          <StillRouter path={first.path}>
            <Portal initial={first} layout={first.layout} source={source} />
          </StillRouter>
        </div>
      )}
    </>
  );
}

/** The record was on this device, and is not any more. */
class NotHere extends Error {}

/** Whether the preview stands in a frame, beside the form or as wide as a phone, where it needs no bar. */
const isFramed = () => window.parent !== window;

function Bar({ unsaved, back, children }: { unsaved: readonly string[]; back: string; children?: ReactNode }) {
  return (
    <aside className="preview-bar" aria-label="Sobre esta vista previa">
      <p role="status">
        <b>Vista previa</b> {promiseWords(unsaved)}
      </p>
      <a href={back}>Volver a editar</a>
      {children}
    </aside>
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
  const hear = ({ origin, data }: MessageEvent) => origin === location.origin && data === LOOK && listener();
  look();
  addEventListener('message', hear);
  document.addEventListener('visibilitychange', lookAgain);
  const end = workspace.subscribe(look);
  return () => {
    document.removeEventListener('visibilitychange', lookAgain);
    removeEventListener('message', hear);
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
