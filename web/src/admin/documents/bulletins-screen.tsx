import { HistoryLink } from '../parts/history-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PdfField } from '../files/pdf/pdf-field.tsx';
import { useDocument } from '../workspace/use-document.ts';

/** The list of bulletins, with the municipal digest above it (spec section 2.2). */
export function BulletinsScreen() {
  const digest = useDocument('digest');
  return (
    <ListScreen entity="bulletin">
      {digest && (
        <div className="above">
          <PdfField owner="digest" shown={digest} label="Digesto municipal" />
          <HistoryLink type="digest" id="digest" of="del digesto" />
        </div>
      )}
    </ListScreen>
  );
}
