import { useEffect, useRef } from 'react';
import { hasGallery, isRecordType, traitsOf } from '#contract/record-types';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { NotKept } from '../../../offline/outbox/outbox-db.ts';
import type { Pick as Picked } from '../../../offline/outbox/outbox-db.ts';
import { isToReduce } from '../../../offline/outbox/picks.ts';
import { heldRecord } from '../../workspace/current-record.ts';
import { useWorkspace, useWorkspaceState } from '../../workspace/workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { uploadable } from '../photo.ts';
import type { LoadedFile } from '../photo.ts';
import { mostBytes, reduced } from '../photo-picker.tsx';
import { addPicture, ALREADY_THERE } from '../save-photo.ts';

/**
 * Reduces what was picked for galleries, one photo at a time, whatever screen is shown and also after the browser was
 * closed: decoded, a photo of 12 megapixels takes 48 MB. Each becomes an upload in the transaction that takes it out of
 * what was picked, so none is lost and none is sent twice.
 */
export function usePhotoIntake(): void {
  const workspace = useWorkspace();
  const { picks } = useWorkspaceState();
  const next = picks.find(isToReduce)?.key;
  const isRunning = useRef(false);
  useEffect(() => {
    if (next === undefined || isRunning.current) return;
    isRunning.current = true;
    void alone(() => takeAll(workspace)).finally(() => {
      isRunning.current = false;
    });
  }, [workspace, next]);
}

/** One tab decodes at a time; where there are no locks, tabs may do the same work, and one of them stores it. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('portal-photos', work) : work();

async function takeAll(workspace: Workspace): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const pick = workspace.state().picks.find((one) => isToReduce(one) && !failed.has(one.key));
    if (!pick) return;
    try {
      await takeIn(workspace, pick);
    } catch {
      // The device stores nothing now, and says so. It is tried again with the next photo, and when the page is opened.
      failed.add(pick.key);
    }
  }
}

type Taking = Pick<Workspace, 'save' | 'settled' | 'store' | 'state' | 'pickedBytes' | 'notePick'>;

/**
 * Makes a picked photo an upload, or notes why it cannot be one.
 * @param prepare checks and reduces it
 * @throws NotKept
 */
export async function takeIn(
  workspace: Taking,
  { key, entity, recordId, name, mime, tries }: Picked,
  prepare: (photo: LoadedFile, most: number) => Promise<LoadedFile> = prepared,
): Promise<void> {
  try {
    if (!isRecordType(entity) || !hasGallery(entity)) throw new Error(NO_RECORD);
    if (tries >= MOST_TRIES) throw new Error(TOO_MUCH);
    const bytes = await workspace.pickedBytes(key);
    if (!bytes) throw new Error(GONE);
    await workspace.notePick(key, { tries: tries + 1 });
    const photo = await prepare({ name, mime, bytes }, mostBytes(traitsOf(entity).hasPictureLimit ?? false));
    const shown = await heldRecord(workspace, entity, recordId);
    if (!shown || shown.isGone) throw new Error(NO_RECORD);
    await addPicture(workspace, entity, shown, photo, key);
  } catch (failure) {
    if (failure instanceof NotKept) throw failure;
    const fault = failure instanceof Error && failure.message ? failure.message : TOO_MUCH;
    // Where another tab has taken it, this does nothing.
    await workspace.notePick(key, { tries, fault });
  }
}

async function prepared(picked: LoadedFile, most: number): Promise<LoadedFile> {
  const photo = await uploadable(picked);
  return photo.bytes.byteLength <= most ? photo : reduced(photo);
}

/** A first time may have ended with a browser that a person has closed. */
const MOST_TRIES = 3;
const TOO_MUCH = 'Este dispositivo no pudo con esta foto. Elegí una más chica, o subila desde otro equipo.';
const GONE = 'El archivo ya no está en este dispositivo. Descartalo y volvé a elegirlo.';
/** What is said of the file itself, which is the same the next time. */
const FINAL: ReadonlySet<string> = new Set([ALREADY_THERE, GONE, REFUSALS.emptyPicture, REFUSALS.notPicture]);
/** Whether trying a picked photo again may end otherwise than with this fault. */
export const mayRetry = (fault: string) => !FINAL.has(fault);

const NO_RECORD = 'No se puede sumar acá: el registro ya no existe.';
