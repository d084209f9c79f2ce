import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Picture } from '#contract/values/pictures';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { isReadable } from '#contract/visibility';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { SinglePictureOwner } from '../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState, operationOf } from '../field/field-state.ts';
import { isMeasured } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useDiscard } from '../field/parked-choices.tsx';
import { AltField } from './alt-field.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { pictureNameOf, pictureOf, savePicture } from './save-photo.ts';
import { StoredPicture } from './stored-picture.tsx';
import { useOutcome } from '../field/use-outcome.ts';
import { useWaitingFile } from './use-waiting-file.ts';

/** The picture of a record. A new one is shown immediately, and sent when there is a network. */
export function PictureField({
  entity,
  shown,
  label,
  isLimited,
  shot,
  children,
}: {
  entity: SinglePictureOwner;
  shown: Shown;
  label: string;
  isLimited: boolean;
  /** Drawn in the place of the picture. */
  shot?: ReactNode;
  children?: ReactNode;
}) {
  const workspace = useWorkspace();
  const { record, operations } = shown;
  const operation = operationOf('image', operations);
  const waiting = useWaitingFile(operation);
  const current = pictureOf(shown);
  const name = pictureNameOf(shown);
  const [former, setFormer] = useState('');
  const [wasSaved, setSaved] = useState(false);
  const state = useOutcome(
    fieldState({ field: 'image', operations, isEditing: false, wasSaved }),
    operation,
    current?.name ?? '',
  );
  return (
    <FieldFrame
      className="field-picture"
      head={<h2 className="field-title">{label}</h2>}
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
    >
      {shot ?? <Shot waiting={waiting} current={current} entity={entity} record={record} />}
      {operation && <UploadProgress operation={operation} onDropped={() => setSaved(false)} />}
      <PhotoPicker
        label={current || operation ? 'Cambiar la imagen' : 'Elegir o sacar una foto'}
        isLimited={isLimited}
        isShield={entity === 'site'}
        take={async (photo) => {
          const replaced = await savePicture(workspace, entity, shown, photo);
          setSaved(true);
          if (replaced) setFormer(replaced);
        }}
      />
      {entity !== 'site' && name !== undefined && (
        <AltField owner={entity} shown={shown} picture={name} former={former} />
      )}
      {children}
    </FieldFrame>
  );
}

function Shot({
  waiting,
  current,
  entity,
  record,
}: {
  waiting: string | null;
  current: Picture | null;
  entity: SinglePictureOwner;
  record: Fields;
}) {
  if (waiting) return <img className="shot" src={waiting} alt="Imagen que se va a enviar" />;
  if (!current) return <p className="shot shot-none">Sin imagen</p>;
  if (!isMeasured(current)) return <p className="shot shot-none">Imagen enviada</p>;
  const place = { id: record.id, year: Number(record.year) };
  return (
    <StoredPicture
      className="shot"
      owner={entity}
      record={place}
      picture={current}
      isPublic={isReadable(entity, record)}
      what="Imagen actual"
      width={480}
      sizes="24rem"
    />
  );
}

/** Shows the progress of an upload, with a button that cancels it until it was sent completely. */
export function UploadProgress({ operation, onDropped }: { operation: Operation; onDropped?: () => void }) {
  const { progress } = useWorkspaceState();
  const discard = useDiscard(onDropped);
  const part = progress.get(operation.opId);
  // A completely sent upload may already be applied; another tab's upload can only be cancelled there.
  const isOpen = operation.status === 'pending' || (part !== undefined && part < 1);
  if (isParked(operation)) return null;
  return (
    <div className="upload">
      {operation.status === 'sending' && (
        <progress max={1} value={part ?? 0} aria-label="Envío del archivo">
          {Math.round((part ?? 0) * 100)} %
        </progress>
      )}
      {isOpen && (
        <button className="link-button" type="button" onClick={() => void discard([operation])}>
          Cancelar el envío
        </button>
      )}
    </div>
  );
}
