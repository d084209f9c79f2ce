import type { RecordEntity } from '#contract/record-types';
import { isReadable } from '#contract/visibility';
import { useConfirmPublish } from '../changes/questions.ts';
import { useDiscard } from '../field/parked-choices.tsx';
import { focusHeading } from '../parts/focus/focus-heading.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { deedWords } from '../parts/words/operation-words.ts';
import { heldCount } from '../parts/words/state-words.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import type { Holding } from './use-holding.ts';

/** At the foot of a record that is edited without publishing: what waits, and the button that publishes it together. */
export function HeldBar({ entity, shown, holding }: { entity: RecordEntity; shown: Shown; holding: Holding }) {
  const { record } = shown;
  const { held, end } = holding;
  const workspace = useWorkspace();
  const { isOnline } = useWorkspaceState();
  const mayPublish = useConfirmPublish(entity, shown);
  const attempt = useAttempt();
  const notify = useNotices();
  const discard = useDiscard();
  const [isBusy, run] = useBusy();
  const isPublic = isReadable(entity, record);
  const names = [...new Set(held.map(deedWords))].join(', ');

  function leave(): void {
    end();
    focusHeading();
  }
  async function publish(): Promise<void> {
    if (isPublic && !(await mayPublish('Publicado'))) return;
    // A field may have been left with the same press.
    await workspace.settled();
    if (!(await attempt(holding.release))) return;
    if (!isOnline) {
      const what = isPublic ? 'publican' : 'guardan';
      notify({ tone: 'good', text: `Se ${what} cuando vuelva la señal` });
    }
    focusHeading();
  }
  return (
    <section className="held-bar" aria-label="Cambios sin publicar">
      <p role="status">
        {held.length === 0 ? (
          <>
            <b>Editás sin publicar.</b> El público no ve lo que cambies hasta que lo publiques.
          </>
        ) : (
          <>
            <b>{heldCount(held.length)}:</b> {names}. Por ahora {held.length === 1 ? 'está' : 'están'} solo en este
            dispositivo.
          </>
        )}
      </p>
      <p className="buttons">
        {held.length === 0 ? (
          <button className="button quiet" type="button" onClick={leave}>
            Dejar de editar sin publicar
          </button>
        ) : (
          <>
            <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(publish)}>
              {isPublic ? 'Publicar los cambios' : 'Guardar los cambios'}
            </button>
            <button className="button quiet" type="button" onClick={() => void discard(held)}>
              Descartar<span className="hidden-text"> los cambios sin publicar</span>
            </button>
          </>
        )}
      </p>
    </section>
  );
}
