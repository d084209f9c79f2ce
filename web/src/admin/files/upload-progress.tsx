import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { useDiscard } from '../field/parked-choices.tsx';
import { uploadWords } from '../parts/words/upload-words.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';

/** Shows how far an upload is, with a button that cancels it until it was sent completely. */
export function UploadProgress({ operation, onDropped }: { operation: Operation; onDropped?: () => void }) {
  const { progress, isOnline } = useWorkspaceState();
  const discard = useDiscard(onDropped);
  if (isParked(operation)) return null;
  const part = progress.get(operation.opId);
  // A completely sent upload may already be applied; another tab's upload can only be cancelled there.
  const isOpen = operation.status === 'pending' || (part !== undefined && part < 1);
  return (
    <div className="upload">
      <StageBar
        label="Envío del archivo"
        words={uploadWords(operation, part, isOnline)}
        part={operation.status === 'sending' ? (part ?? 0) : 0}
      />
      {isOpen && (
        <button className="link-button" type="button" onClick={() => void discard([operation])}>
          Cancelar el envío
        </button>
      )}
    </div>
  );
}

/** A bar with what happens to a file now. @param part 0 to 1; null where it cannot be told */
export function StageBar({ label, words, part }: { label: string; words: string; part: number | null }) {
  return (
    <p className="stage">
      {words}
      <progress aria-label={label} max={1} {...(part !== null && { value: part })} />
    </p>
  );
}
