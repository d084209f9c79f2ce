import { greenPointText } from '#contract/town/documents';
import { pageText } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { EditField } from '../field/edit-field.tsx';
import { Gallery } from '../files/gallery/gallery.tsx';
import { HistoryLink } from '../parts/history-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { useDocument } from '../workspace/use-document.ts';

const TEXT = { ...greenPointText, ownButton: true as const };

/** Edit screen of the green-points page: its text, its pictures and the list of its maps (spec section 2.2). */
export function GreenPointsScreen() {
  const workspace = useWorkspace();
  const page = useDocument('greenpointpage');
  return (
    <ListScreen entity="greenpoint">
      {page && (
        <div className="form-columns page-editor">
          <div className="form-main">
            <EditField
              name="txt"
              place={{ entity: 'greenpointpage', recordId: 'greenpointpage', field: 'txt' }}
              field={TEXT}
              stored={page.record.txt ?? ''}
              operations={page.operations}
              confirmChange="Estas por modificar el texto"
              save={(value, base) => workspace.save(pageText(String(value), String(base)))}
            />
            <Gallery owner="greenpointpage" shown={page} isLimited={false} />
          </div>
          <div className="form-side">
            <p className="buttons">
              <HistoryLink type="greenpointpage" id="greenpointpage" of="del texto y las imágenes" />
            </p>
          </div>
        </div>
      )}
    </ListScreen>
  );
}
