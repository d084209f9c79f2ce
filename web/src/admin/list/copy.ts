import { useNavigate } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { hasGallery, hasOnePicture, hasPdfs, isPdfOwner } from '#contract/record-types';
import { newRecordId } from '#contract/values/ids';
import type { RecordEntity } from '#contract/record-types';
import { heldRecord } from '../workspace/current-record.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { fetchRecord } from '../workspace/fetch-record.ts';
import { copyOf } from '../changes/restore.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';
import { quotedName } from '../parts/words/removal-words.ts';
import { statusesOf } from './list-query.ts';

/** Records without a status are public as soon as they have content, so a copy of one could not be a draft. */
export const isCopied = (entity: RecordEntity) => statusesOf(entity).length > 0;

/** Navigation state for the edit screen of a copy. */
export interface CopyNote {
  copyOf?: string;
}

/** Returns a function that creates a draft from a record and opens it. */
export function useCopy(entity: RecordEntity): (shown: Shown) => Promise<void> {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [, run] = useBusy();

  /** Rows of the server's lists lack their long texts. */
  async function whole({ record }: Shown): Promise<Fields> {
    const held = async () => (await heldRecord(workspace, entity, record.id))?.record;
    const own = await held();
    if (own) return own;
    const isThere = await fetchRecord(workspace, entity, record.id).catch(() => {
      throw new Error('Para duplicar esto hace falta conexión: no está guardado entero en este dispositivo.');
    });
    const fetched = isThere ? await held() : undefined;
    if (!fetched) throw new Error('Ya no existe: no se puede duplicar.');
    return fetched;
  }

  async function copy(shown: Shown): Promise<void> {
    const now = Date.now();
    const id = newRecordId(now);
    const save = async () => workspace.saveAll(copyOf(entity, await whole(shown), id, now));
    if (!(await attempt(save))) return;
    await navigate(admin.edit(entity, id), { state: { copyOf: quotedName(entity, shown.record) } satisfies CopyNote });
  }
  return (shown) => run(() => copy(shown));
}

/** Returns the note on a copy's edit screen about what was not copied. */
export function copyWords(entity: RecordEntity, name: string): string {
  const left = [
    hasOnePicture(entity) && 'No se copió la imagen.',
    hasGallery(entity) && 'No se copiaron las imágenes.',
    isPdfOwner(entity) && (hasPdfs(entity) ? 'No se copiaron los PDF.' : 'No se copió el PDF.'),
  ].filter(Boolean);
  return [`Es una copia de ${name}, en Redacción.`, ...left, left.length > 0 && 'Volvé a subir lo que haga falta.']
    .filter(Boolean)
    .join(' ');
}
