import { altsOf } from '../../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import { currentRecord } from '../../workspace/current-record.ts';
import { galleryAddition, pictureAlt, pictureOrder } from '../../workspace/new-operations.ts';
import type { GalleryOwner } from '../../workspace/new-operations.ts';
import { altOf } from '../../workspace/overlay.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { orderOf, picturesOf, uploadsOf } from '../save-photo.ts';
import { useFileRemoval } from '../use-file-removal.ts';

/**
 * Returns a function that removes pictures of a gallery after one question, those too that wait to be sent, and offers
 * to undo it all: they come back to their places. Resolves to whether they were removed.
 */
export function useGalleryRemoval(owner: GalleryOwner, shown: Shown) {
  const workspace = useWorkspace();
  const removeFiles = useFileRemoval();
  return async (names: readonly string[]): Promise<boolean> => {
    const { id } = shown.record;
    const before = await currentRecord(workspace, owner, shown);
    const order = orderOf(before);
    const sent = picturesOf(before).filter(({ name }) => names.includes(name));
    const waiting = await Promise.all(
      uploadsOf(before)
        .filter(({ value }) => names.includes(String(value)))
        .map((upload) => withBytes(workspace, before, upload)),
    );
    const [first = ''] = names;
    const isOne = names.length === 1;
    return removeFiles(
      id,
      sent.map(({ name }) => ({ kind: 'picture', owner, id, name })),
      {
        question: isOne ? '¿Deseas borrar la imagen?' : `¿Deseas borrar ${names.length} imágenes?`,
        about: isOne ? `la imagen ${order.indexOf(first) + 1}` : `${names.length} imágenes`,
      },
      {
        remove() {
          // A text about a picture that is not sent would be refused.
          const texts = waiting.flatMap(({ upload }) => altsOf(before.operations, upload));
          return workspace.outbox.discard([...waiting.map(({ upload }) => upload), ...texts].map(({ opId }) => opId));
        },
        async undo() {
          for (const one of waiting) await sendAgain(workspace, owner, id, one);
          const now = orderOf(await currentRecord(workspace, owner, shown));
          // Only the server knows those that it brings back, and it puts them behind the others.
          const back = order.filter((name) => !now.includes(name)).reverse();
          await workspace.save(pictureOrder(owner, id, order, [...now, ...back]));
        },
      },
    );
  };
}

interface WaitingPicture {
  upload: Operation;
  bytes: ArrayBuffer | null;
  alt: string;
}

async function withBytes(workspace: Workspace, shown: Shown, upload: Operation): Promise<WaitingPicture> {
  const bytes = await workspace.outbox.bytesOf(upload).catch(() => null);
  return { upload, bytes, alt: altOf(shown, String(upload.value)) };
}

/** Saves an upload again that was discarded, with what its picture shows. */
async function sendAgain(
  workspace: Workspace,
  owner: GalleryOwner,
  id: string,
  picture: WaitingPicture,
): Promise<void> {
  const { upload, bytes, alt } = picture;
  const isStill = workspace.state().waiting.some(({ opId }) => opId === upload.opId);
  if (!bytes || !upload.file || isStill) return;
  const { mime, bytes: size } = upload.file;
  const name = String(upload.value);
  await workspace.save(galleryAddition(owner, id, String(upload.body.name), name, { mime, bytes: size }), bytes);
  if (alt !== '') await workspace.save(pictureAlt(owner, id, name, alt, ''));
}
