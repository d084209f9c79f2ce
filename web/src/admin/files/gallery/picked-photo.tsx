import type { Pick as Picked } from '../../../offline/outbox/outbox-db.ts';
import { EntryButton } from '../../parts/order/entry-button.tsx';
import { useConfirm } from '../../parts/confirm.tsx';
import { useAttempt } from '../../parts/notices.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';
import { mayRetry } from './photo-intake.ts';
import { StageBar } from '../upload-progress.tsx';

/**
 * A photo that is stored on this device and not reduced yet, or that cannot be used.
 * @param isNext it is being reduced
 */
export function PickedPhoto({ pick: { key, name, fault }, isNext }: { pick: Picked; isNext: boolean }) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  async function discard() {
    const question = { text: '¿Deseas descartar la foto?', names: [name], isRemoval: true };
    if (await confirm(question)) await attempt(() => workspace.dropPicks([key]));
  }
  return (
    <li>
      {fault === undefined ? (
        <StageBar
          label={`Avance de ${name}`}
          words={`${name}: ${isNext ? 'reduciendo…' : 'guardada acá, falta reducirla'}`}
          part={isNext ? null : 0}
        />
      ) : (
        <p className="field-error">
          «{name}»: {fault}
        </p>
      )}
      <span className="buttons">
        {fault !== undefined && mayRetry(fault) && (
          <EntryButton
            words="Reintentar"
            name={name}
            press={() => void attempt(() => workspace.notePick(key, { tries: 0, fault: undefined }))}
          />
        )}
        <EntryButton words="Descartar" name={name} press={() => void discard()} />
      </span>
    </li>
  );
}
