import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { pictureTitle } from '#contract/values/pictures';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { EntryButton } from '../parts/order/entry-button.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { UNREADABLE } from './photo.ts';
import type { LoadedFile } from './photo.ts';

const PhotoEditor = lazy(() => import('./photo-editor.tsx').then((code) => ({ default: code.PhotoEditor })));

/** Where the bytes of a picture are: on this device while it waits to be sent, then on the server. */
export interface PictureAt {
  /** Its stored name; undefined where it is not known. */
  stored: string | undefined;
  /** Address of its largest width there; undefined where the server does not have it yet. */
  source: string | undefined;
  operation: Operation | undefined;
}

/**
 * Button that opens a picture to be turned and cropped.
 * @param name the picture's name for people
 * @param replace puts the edited one in its place; rejects with a message for the person
 */
export function EditPhoto({
  name,
  at,
  replace,
}: {
  name: string;
  at: PictureAt;
  replace: (photo: LoadedFile) => Promise<unknown>;
}) {
  const workspace = useWorkspace();
  const attempt = useAttempt(at.operation ? UNREADABLE : AWAY);
  const [isBusy, run] = useBusy();
  const [open, setOpen] = useState<{ photo: LoadedFile; bitmap: ImageBitmap } | null>(null);
  const begin = () =>
    attempt(async () => {
      const blob = await blobOf(workspace, at);
      const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
      const photo = { name: nameOf(at), mime: blob.type, bytes: new ArrayBuffer(0) };
      setOpen({ photo, bitmap });
    });
  function close() {
    open?.bitmap.close();
    setOpen(null);
  }
  return (
    <>
      <EntryButton words={isBusy ? 'Un momento…' : 'Girar y recortar'} name={name} press={() => void run(begin)} />
      {/* Elsewhere, because the button may stand in a bar that has styles for all that is in it. */}
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <PhotoEditor
              {...open}
              replace={async (edited) => {
                await replace(edited);
                close();
              }}
              close={close}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

const AWAY = 'No pudimos traer la imagen. Revisá tu conexión y probá de nuevo.';

const nameOf = ({ stored, operation }: PictureAt) =>
  String(operation?.body.name ?? (stored && pictureTitle(stored)) ?? '') || 'foto';

/** @throws Error */
async function blobOf(workspace: Pick<Workspace, 'file' | 'outbox'>, { source, operation }: PictureAt): Promise<Blob> {
  const bytes = operation?.kind === 'upload' ? await workspace.outbox.bytesOf(operation) : null;
  if (bytes) return new Blob([bytes], { type: operation?.file?.mime ?? '' });
  if (source === undefined) throw new Error(UNREADABLE);
  return workspace.file(source);
}
