import type { Picture } from '#contract/values/pictures';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { isReadable } from '#contract/visibility';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { galleryRemoval } from '../workspace/new-operations.ts';
import type { GalleryOwner } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { isMeasured } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { ParkedChoices } from '../field/parked-choices.tsx';
import { ALT_HINT, AltField } from './alt-field.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { UploadProgress } from './picture-field.tsx';
import { addPicture, picturesOf, uploadsOf } from './save-photo.ts';
import { StoredPicture } from './stored-picture.tsx';
import { useFileRemoval } from './use-file-removal.ts';
import { useWaitingFile } from './use-waiting-file.ts';

/** The pictures of an album or of the green-points page, including those still being uploaded. */
export function Gallery({ owner, shown, isLimited }: { owner: GalleryOwner; shown: Shown; isLimited: boolean }) {
  const workspace = useWorkspace();
  const removeFile = useFileRemoval();
  const { record, operations } = shown;
  const pictures = picturesOf(shown);
  const uploads = uploadsOf(shown);
  // One list: the field of a picture keeps its focus when the picture has been sent.
  const items: { name: string; picture?: Picture; operation?: Operation }[] = [
    ...pictures.map((picture) => ({ name: picture.name, picture })),
    ...uploads.map((operation) => ({ name: String(operation.value), operation })),
  ];
  const parked = operations.filter(
    ({ kind, field, status }) => kind === 'call' && field === undefined && status === 'rejected',
  );

  const remove = (name: string, number: number) =>
    removeFile({ kind: 'picture', owner, id: record.id, name }, galleryRemoval(owner, record.id, name), {
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
      {items.length === 0 && <p className="shot shot-none">Sin imágenes</p>}
      {items.length > 0 && <p className="field-hint">Descripciones: {ALT_HINT}</p>}
      <ul className="shots">
        {items.map(({ name, picture, operation }, at) => (
          <li key={name}>
            {operation && <Waiting operation={operation} />}
            {picture && (
              <Sent
                owner={owner}
                record={record}
                picture={picture}
                number={at + 1}
                remove={() => void remove(name, at + 1)}
              />
            )}
            <AltField owner={owner} shown={shown} picture={name} number={at + 1} />
          </li>
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

function Sent({
  owner,
  record,
  picture,
  number,
  remove,
}: {
  owner: GalleryOwner;
  record: Fields;
  picture: Picture;
  number: number;
  remove: () => void;
}) {
  return (
    <>
      {isMeasured(picture) ? (
        <StoredPicture
          owner={owner}
          record={{ id: record.id }}
          picture={picture}
          isPublic={isReadable(owner, record)}
          what={`Imagen ${number}`}
          width={480}
          sizes="14rem"
        />
      ) : (
        <p className="shot shot-none">Imagen enviada</p>
      )}
      <button className="button quiet" type="button" onClick={remove}>
        Borrar<span className="hidden-text"> la imagen {number}</span>
      </button>
    </>
  );
}

function Waiting({ operation }: { operation: Operation }) {
  const url = useWaitingFile(operation);
  return (
    <>
      {url ? <img src={url} alt="Imagen que se va a enviar" /> : <p className="shot shot-none">Leyendo…</p>}
      {isParked(operation) ? (
        <ParkedChoices operation={operation} field={null} />
      ) : (
        <>
          <p className="field-state state-stored">Guardado en este dispositivo</p>
          <UploadProgress operation={operation} />
        </>
      )}
    </>
  );
}
