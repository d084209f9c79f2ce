import { useState } from 'react';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { GalleryOwner } from '../../workspace/new-operations.ts';
import { pickedFiles, pictureFault, readPicked } from '../photo.ts';
import { mostBytes, usePicking, useReductionQuestion } from '../photo-picker.tsx';

/**
 * Stores the photos that are picked for a gallery on this device, one after another; `usePhotoIntake` does the rest.
 * `storing` says how many of how many are stored, null while none is.
 */
export function useGalleryIntake(entity: GalleryOwner, recordId: string, isLimited: boolean) {
  const workspace = useWorkspace();
  const ask = useReductionQuestion();
  const [storing, setStoring] = useState<{ done: number; of: number } | null>(null);
  const { error, run } = usePicking(async ({ number = 0, at = 0, ...file }: Numbered) => {
    try {
      const fault = await pictureFault(file.blob);
      if (fault !== null) throw new Error(fault);
      const { name, mime, bytes } = await readPicked(file);
      await workspace.pick({ entity, recordId, name, mime, at, number }, bytes);
    } finally {
      setStoring((now) => now && (now.done + 1 < now.of ? { ...now, done: now.done + 1 } : null));
    }
  });
  async function numbered(files: readonly Numbered[]): Promise<readonly Numbered[]> {
    const chosen = await ask(files, mostBytes(isLimited));
    const at = Date.now();
    setStoring((now) => (chosen.length === 0 ? now : { done: now?.done ?? 0, of: (now?.of ?? 0) + chosen.length }));
    return chosen.map((file, number) => ({ ...file, at, number }));
  }
  return { error, storing, pick: (files: File[]) => void run(pickedFiles(files), numbered) };
}

type Numbered = ReturnType<typeof pickedFiles>[number] & { at?: number; number?: number };
