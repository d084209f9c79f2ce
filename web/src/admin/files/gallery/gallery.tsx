import { useState } from 'react';
import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/values/pictures';
import { altField } from '#contract/uploaded/alt-fields';
import { isParked } from '../../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import type { Pick as Picked } from '../../../offline/outbox/outbox-db.ts';
import { isToReduce } from '../../../offline/outbox/picks.ts';
import { FieldFrame } from '../../field/field-frame.tsx';
import { ParkedChoices } from '../../field/parked-choices.tsx';
import { EntryButton } from '../../parts/order/entry-button.tsx';
import { Disclosure } from '../../parts/disclosures/disclosure.tsx';
import { useFieldGuide, WantedFieldContext } from '../../parts/disclosures/wanted-field.ts';
import { MoveHandle } from '../../parts/order/move-handle.tsx';
import { StepButtons } from '../../parts/order/step-buttons.tsx';
import { leftWords } from '../../parts/words/upload-words.ts';
import { altOf, isMeasured, isOnSite } from '../../workspace/overlay.ts';
import type { Shown } from '../../workspace/overlay.ts';
import type { GalleryOwner as Owner } from '../../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState } from '../../workspace/workspace.ts';
import { ALT_HINT, AltField } from '../alt-field.tsx';
import { EditPhoto } from '../edit-photo.tsx';
import { FileBox } from '../file-box.tsx';
import { PickedPhoto } from './picked-photo.tsx';
import { exchangePicture, picturesOf, uploadsOf } from '../save-photo.ts';
import { StoredPicture } from '../stored-picture.tsx';
import { StageBar, UploadProgress } from '../upload-progress.tsx';
import { useArranging } from './use-arranging.ts';
import { useGalleryIntake } from './use-gallery-intake.ts';
import { useGalleryRemoval } from './use-gallery-removal.ts';
import { useWaitingFile } from '../use-waiting-file.ts';

/** A picture of a gallery: on the server, or waiting to be sent. */
interface Item {
  name: string;
  picture: Picture | undefined;
  operation: Operation | undefined;
}

/**
 * The pictures of an album or of the green-points page in their order, those too that are still being reduced or sent.
 * The first one stands for the album in lists.
 */
export function Gallery({ owner, shown, isLimited }: { owner: Owner; shown: Shown; isLimited: boolean }) {
  const workspace = useWorkspace();
  const { record, operations } = shown;
  const { picks: all, isOnline, drafts } = useWorkspaceState();
  const guide = useFieldGuide();
  /** The picture of which everything is shown. */
  const [openName, setOpenName] = useState<string | null>(null);
  const isTyped = (name: string) =>
    drafts.some((one) => one.entity === owner && one.recordId === record.id && one.field === altField(name));
  const picks = all.filter(({ entity, recordId }) => entity === owner && recordId === record.id);
  const [pictures, uploads] = [picturesOf(shown), uploadsOf(shown)];
  const { names, list, handle, step, put, commit } = useArranging(owner, shown);
  // One list: the field of a picture keeps its focus when the picture has been sent.
  const items: Item[] = names.map((name) => ({
    name,
    picture: pictures.find((one) => one.name === name),
    operation: uploads.find(({ value }) => value === name),
  }));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = names.filter((name) => ticked.has(name));
  const remove = useGalleryRemoval(owner, shown);
  const { error, storing, pick } = useGalleryIntake(owner, record.id, isLimited);
  const parked = operations.filter(
    ({ kind, field, status }) => kind === 'call' && field === undefined && status === 'rejected',
  );
  const left = leftWords(
    {
      storing,
      reducing: picks.filter(isToReduce).length,
      sending: uploads.filter((operation) => !isParked(operation)).length,
      refused: uploads.filter(isParked).length + picks.filter((pick) => !isToReduce(pick)).length,
    },
    isOnline,
  );
  const hasCover = owner === 'album';
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
      <FileBox kind="photo" label="Agregar imágenes" isMany error={error} pick={pick}>
        {items.length + picks.length === 0 && <p className="shot shot-none">Sin imágenes</p>}
        <p className="gallery-left" role="status">
          {left}
        </p>
        {storing && <StageBar label="Fotos guardadas en este dispositivo" words="" part={storing.done / storing.of} />}
        {items.length > 0 && (
          <p className="field-hint">
            {hasCover && items.length > 1 && 'La primera imagen es la portada del álbum. '}Descripciones: {ALT_HINT}
          </p>
        )}
        {items.length > 1 && (
          <Choosing
            count={chosen.length}
            of={items.length}
            all={() => setTicked(new Set(names))}
            none={() => setTicked(new Set())}
            remove={() => void remove(chosen).then((isDone) => isDone && setTicked(new Set()))}
          />
        )}
        <WantedFieldContext value={guide}>
          <ul ref={list} className="shots">
            {items.map(({ name, picture, operation }, at) => {
              const what = `la imagen ${at + 1}`;
              return (
                <li key={name} className={ticked.has(name) ? 'is-chosen' : undefined}>
                  {hasCover && at === 0 && items.length > 1 && <p className="cover-mark">Portada</p>}
                  {items.length > 1 && (
                    <p className="shot-hands">
                      <label className="tick-box">
                        <input
                          className="tick"
                          type="checkbox"
                          checked={ticked.has(name)}
                          onChange={({ target }) => setTicked(withOrWithout(ticked, name, target.checked))}
                        />
                        <span className="hidden-text">Elegir {what}</span>
                      </label>
                      <MoveHandle name={what} {...handle(at)} onKeyUp={commit} onBlur={commit} />
                    </p>
                  )}
                  {operation ? (
                    <Waiting operation={operation} />
                  ) : (
                    picture && <Sent owner={owner} shown={shown} picture={picture} number={at + 1} />
                  )}
                  <Disclosure
                    title={`Imagen ${at + 1}`}
                    essential={altOf(shown, name) || 'Sin descripción'}
                    marks={{ faults: 0, isUnsaved: isTyped(name), isAsked: isAsked(operations, name) }}
                    fields={[altField(name)]}
                    isOpen={openName === name || isTyped(name)}
                    open={() => setOpenName(name)}
                    close={() => setOpenName(null)}
                  >
                    <p className="buttons shot-tools">
                      {items.length > 1 && (
                        <>
                          <StepButtons
                            name={what}
                            at={at}
                            count={items.length}
                            step={step}
                            words={['Antes', 'Después']}
                          />
                          {hasCover && at > 0 && (
                            <EntryButton words="Usar de portada" name={what} press={() => put(at, 0)} />
                          )}
                        </>
                      )}
                      {(operation ? !isParked(operation) : picture && isMeasured(picture)) && (
                        <EditPhoto
                          name={what}
                          at={{
                            stored: picture?.name,
                            source: picture && pictureSource(owner, record, picture, picture.width).src,
                            operation,
                          }}
                          replace={async (photo) => {
                            setOpenName(await exchangePicture(workspace, owner, shown, name, photo));
                          }}
                        />
                      )}
                      {!operation && (
                        <EntryButton words="Borrar" name={what} isDanger press={() => void remove([name])} />
                      )}
                    </p>
                    <AltField owner={owner} shown={shown} picture={name} number={at + 1} />
                  </Disclosure>
                </li>
              );
            })}
          </ul>
        </WantedFieldContext>
        {picks.length > 0 && <Picks picks={picks} />}
      </FileBox>
      {parked.map((operation) => (
        <ParkedChoices key={operation.opId} operation={operation} field={null} />
      ))}
    </FieldFrame>
  );
}

/** Whether the description of a picture waits for an answer. */
const isAsked = (operations: readonly Operation[], name: string) =>
  operations.some((one) => one.field === altField(name) && isParked(one));

const withOrWithout = (names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> =>
  new Set(isIn ? [...names, name] : [...names].filter((one) => one !== name));

/** What can be done with several pictures at once. */
function Choosing({
  count,
  of,
  all,
  none,
  remove,
}: {
  count: number;
  of: number;
  all: () => void;
  none: () => void;
  remove: () => void;
}) {
  return (
    <div className="buttons choosing" role="group" aria-label="Imágenes elegidas">
      <span role="status">{count > 0 && (count === 1 ? 'Elegiste 1 imagen.' : `Elegiste ${count} imágenes.`)}</span>
      {count > 0 && (
        <button className="button quiet danger" type="button" onClick={remove}>
          {count === 1 ? 'Borrar la elegida' : `Borrar las ${count}`}
        </button>
      )}
      {count < of && (
        <button className="link-button" type="button" onClick={all}>
          Elegir todas
        </button>
      )}
      {count > 0 && (
        <button className="link-button" type="button" onClick={none}>
          Quitar la selección
        </button>
      )}
    </div>
  );
}

/**
 * Photos that are stored on this device and not reduced yet: they are not drawn, because that would decode them all.
 */
function Picks({ picks }: { picks: readonly Picked[] }) {
  const next = picks.find(isToReduce)?.key;
  return (
    <ul className="rows picks" aria-label="Fotos por reducir">
      {picks.map((pick) => (
        <PickedPhoto key={pick.key} pick={pick} isNext={pick.key === next} />
      ))}
    </ul>
  );
}

function Sent({ owner, shown, picture, number }: { owner: Owner; shown: Shown; picture: Picture; number: number }) {
  if (!isMeasured(picture)) return <p className="shot shot-none">Imagen enviada</p>;
  return (
    <StoredPicture
      owner={owner}
      record={{ id: shown.record.id }}
      picture={picture}
      isPublic={isOnSite(owner, shown)}
      what={`Imagen ${number}`}
      width={480}
      sizes="14rem"
    />
  );
}

function Waiting({ operation }: { operation: Operation }) {
  const url = useWaitingFile(operation);
  return (
    <>
      {url ? (
        <img src={url} alt="Imagen que se va a enviar" loading="lazy" decoding="async" />
      ) : (
        <p className="shot shot-none">Leyendo…</p>
      )}
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
