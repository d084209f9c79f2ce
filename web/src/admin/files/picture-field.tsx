import { useState } from 'react';
import type { ReactNode } from 'react';
import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/values/pictures';
import type { SinglePictureOwner } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState } from '../field/field-state.ts';
import { isMeasured, isOnSite, operationOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { AltField } from './alt-field.tsx';
import { EditPhoto } from './edit-photo.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { pictureNameOf, pictureOf, saveEdited, savePicture } from './save-photo.ts';
import { StoredPicture } from './stored-picture.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useFileRemoval } from './use-file-removal.ts';
import { useOutcome } from '../field/use-outcome.ts';
import { useWaitingFile } from './use-waiting-file.ts';

const REMOVAL = { about: 'la imagen', question: '¿Deseas quitar la imagen?' };

/** The picture of a record. A new one is shown immediately, and sent when there is a network. */
export function PictureField({
  entity,
  shown,
  label,
  isLimited,
  shot,
  removal = REMOVAL,
  children,
}: {
  entity: SinglePictureOwner;
  shown: Shown;
  label: string;
  isLimited: boolean;
  /** Drawn in the place of the picture. */
  shot?: ReactNode;
  /** What the picture is called where it is removed, and the question before that. */
  removal?: { about: string; question: string };
  children?: ReactNode;
}) {
  const workspace = useWorkspace();
  const removeFile = useFileRemoval();
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
  const sent = current && isMeasured(current) && operation?.kind !== 'upload' ? current : undefined;
  // The shield may be a drawing.
  const isEditable = entity !== 'site' && (sent !== undefined || waiting !== null);
  async function remove({ name: removed }: Picture) {
    const file = { kind: 'picture', owner: entity, id: record.id, name: removed } as const;
    if (await removeFile(record.id, [file], removal)) setSaved(true);
  }
  return (
    <FieldFrame
      className="field-picture"
      head={<h2 className="field-title">{label}</h2>}
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
    >
      <PhotoPicker
        label={name === undefined ? 'Elegir o sacar una foto' : 'Cambiar la imagen'}
        isLimited={isLimited}
        isShield={entity === 'site'}
        take={async (photo) => {
          const replaced = await savePicture(workspace, entity, shown, photo);
          setSaved(true);
          if (replaced.former) setFormer(replaced.former);
        }}
        more={
          <>
            {isEditable && (
              <EditPhoto
                name={removal.about}
                at={{
                  stored: sent?.name,
                  source: sent && pictureSource(entity, placeOf(shown), sent, sent.width).src,
                  operation,
                }}
                replace={async (photo) => {
                  await saveEdited(workspace, entity, shown, photo);
                  setSaved(true);
                }}
              />
            )}
            {sent && (
              <button className="button quiet danger" type="button" onClick={() => void remove(sent)}>
                Quitar {removal.about}
              </button>
            )}
          </>
        }
      >
        {shot ?? <Shot waiting={waiting} current={current} entity={entity} shown={shown} />}
        {operation?.kind === 'upload' && <UploadProgress operation={operation} onDropped={() => setSaved(false)} />}
      </PhotoPicker>
      {entity !== 'site' && name !== undefined && (
        <AltField owner={entity} shown={shown} picture={name} former={former} />
      )}
      {children}
    </FieldFrame>
  );
}

const placeOf = ({ record }: Shown) => ({ id: record.id, year: Number(record.year) });

function Shot({
  waiting,
  current,
  entity,
  shown,
}: {
  waiting: string | null;
  current: Picture | null;
  entity: SinglePictureOwner;
  shown: Shown;
}) {
  if (waiting) return <img className="shot" src={waiting} alt="Imagen que se va a enviar" />;
  if (!current) return <p className="shot shot-none">Sin imagen</p>;
  if (!isMeasured(current)) return <p className="shot shot-none">Imagen enviada</p>;
  return (
    <StoredPicture
      className="shot"
      owner={entity}
      record={placeOf(shown)}
      picture={current}
      isPublic={isOnSite(entity, shown)}
      what="Imagen actual"
      width={480}
      sizes="24rem"
    />
  );
}
