import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { isReadable } from '#contract/visibility';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { galleryRemoval } from '../workspace/new-operations.ts';
import type { Gallery as Owner } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { isMeasured } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { ParkedChoices } from '../field/parked-choices.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { UploadProgress } from './picture-field.tsx';
import { addPicture, picturesOf, uploadsOf } from './save-photo.ts';
import { StoredPicture } from './stored-picture.tsx';
import { usePictureRemoval } from './use-picture-removal.ts';
import { useWaitingFile } from './use-waiting-file.ts';

/** The pictures of an album or of the green-points page, including those still being uploaded. */
export function Gallery({ owner, shown, isLimited }: { owner: Owner; shown: Shown; isLimited: boolean }) {
  const workspace = useWorkspace();
  const removePicture = usePictureRemoval();
  const { record, operations } = shown;
  const pictures = picturesOf(shown);
  const uploads = uploadsOf(shown);
  const parked = operations.filter(
    ({ kind, field, status }) => kind === 'call' && field === undefined && status === 'rejected',
  );

  const remove = (name: string, number: number) =>
    removePicture({ owner, id: record.id, name }, galleryRemoval(owner, record.id, name), {
      question: '¿Deseas borrar la imagen?',
      about: `la imagen ${number}`,
    });
  return (
    <FieldFrame
      as="section"
      className="gallery"
      aria-labelledby="gallery-title"
      head={
        <h2 id="gallery-title" className="field-title">
          Imágenes
        </h2>
      }
    >
      {pictures.length + uploads.length === 0 && <p className="shot shot-none">Sin imágenes</p>}
      <ul className="shots">
        {pictures.map((one, at) => (
          <li key={one.name}>
            {isMeasured(one) ? (
              <StoredPicture
                owner={owner}
                record={{ id: record.id }}
                picture={one}
                isPublic={isReadable(owner, record)}
                what={`Imagen ${at + 1}`}
                width={480}
                sizes="12rem"
              />
            ) : (
              <p className="shot shot-none">Imagen enviada</p>
            )}
            <button className="button quiet" type="button" onClick={() => void remove(one.name, at + 1)}>
              Borrar<span className="hidden-text"> la imagen {at + 1}</span>
            </button>
          </li>
        ))}
        {uploads.map((operation) => (
          <Waiting key={operation.opId} operation={operation} />
        ))}
      </ul>
      {parked.map((operation) => (
        <ParkedChoices key={operation.opId} operation={operation} field={null} />
      ))}
      <PhotoPicker
        label="Agregar imágenes"
        isLimited={isLimited}
        isMany
        take={(photo) => addPicture(workspace, owner, shown, photo)}
      />
    </FieldFrame>
  );
}

function Waiting({ operation }: { operation: Operation }) {
  const url = useWaitingFile(operation);
  return (
    <li>
      {url ? <img src={url} alt="Imagen que se va a enviar" /> : <p className="shot shot-none">Leyendo…</p>}
      {isParked(operation) ? (
        <ParkedChoices operation={operation} field={null} />
      ) : (
        <>
          <p className="field-state state-stored">Guardado en este dispositivo</p>
          <UploadProgress operation={operation} />
        </>
      )}
    </li>
  );
}
