import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import type { Site } from '#contract/town/documents';
import { newRecordId } from '#contract/values/ids';
import { useDocument } from '../workspace/use-document.ts';
import { draftOf } from '../changes/restore.ts';
import { useBusy } from '../parts/use-busy.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { ListScreen } from './list-screen.tsx';
import { PAGE_DRAFTS, pageDraft } from './page-drafts.ts';
import type { DraftName } from './page-drafts.ts';

/** The list of free pages, with drafts to begin from above it. */
export function PagesScreen() {
  const title = useId();
  const site = useDocument('site')?.record as Site | undefined;
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [, run] = useBusy();

  async function begin(name: DraftName): Promise<void> {
    const at = Date.now();
    const id = newRecordId(at);
    await attempt(async () => {
      await workspace.saveAll(draftOf('page', { id, ...pageDraft(name, site) }, id, at));
      await navigate(admin.edit('page', id));
    });
  }
  return (
    <ListScreen entity="page">
      <section className="above" aria-labelledby={title}>
        <h2 id={title} className="field-title">
          Empezar de un borrador
        </h2>
        <p className="buttons">
          {PAGE_DRAFTS.map((name) => (
            <button key={name} className="button quiet" type="button" onClick={() => void run(() => begin(name))}>
              {name}
            </button>
          ))}
        </p>
        <p className="field-hint">
          Vienen escritos, con lo que piden las leyes. Quedan en Redacción hasta que completes lo marcado con
          «[Completar: …]» y los publiques.
        </p>
      </section>
    </ListScreen>
  );
}
