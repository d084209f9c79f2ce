import type { MouseEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { dayAt } from '#contract/values/dates';
import { fieldsOf } from '#contract/forms-and-lists';
import { admin, recordPage } from '#contract/addresses/pages';
import { addStyleSheet } from '../../components/style-sheet.ts';
import { Portal } from '../../public/portal.tsx';
import { Redirect } from '../../public/public-page.ts';
import '../../styles/admin/preview.css';
import { viewOf } from '../../public/view.ts';
import type { View } from '../../public/view.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fetchRecord } from '../workspace/fetch-record.ts';
import { altOf, isMeasured, overlayOne } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { isPdfUpload } from '../workspace/new-operations.ts';
import type { Shown } from '../workspace/overlay.ts';
import { promiseWords } from './preview-address.ts';
import type { Previewed } from './preview-address.ts';
import { createPreviewReader } from './preview-reader.ts';
import { withStaffPictures } from '../files/staff-picture.ts';

/** Renders the public page of an unpublished record, including this device's unsent changes. */
export async function renderPreview(
  root: HTMLElement,
  workspace: Workspace,
  entity: Previewed,
  id: string,
): Promise<void> {
  const unsaved = new Set<string>();
  const view = await previewOf(workspace, entity, id, unsaved).catch(() => 'failed' as const);
  await addStyleSheet(root.dataset.style ?? '');
  const isDrawn = typeof view === 'object' && view !== null;
  createRoot(root).render(
    <>
      <p className="preview-bar" role="status">
        <b>Vista previa</b> {promiseWords([...unsaved])} <a href={admin.edit(entity, id)}>Volver a editar</a>
      </p>
      {isDrawn ? (
        <div onClickCapture={elsewhere}>
          <MemoryRouter initialEntries={[view.path]}>
            <Portal initial={view} layout={view.layout} source={null} />
          </MemoryRouter>
        </div>
      ) : (
        <main className="section">
          <h1>{view === null ? 'No está en este dispositivo' : 'No pudimos armar la vista previa'}</h1>
          <p>Conectate y volvé a abrirla.</p>
        </main>
      )}
    </>,
  );
  document.title = isDrawn ? view.head.title : 'Vista previa';
}

/** @param unsaved receives the labels of the shown fields that are not saved */
async function previewOf(
  workspace: Workspace,
  entity: Previewed,
  id: string,
  unsaved: Set<string>,
): Promise<View | null> {
  const kept = () => workspace.store.one(entity, id);
  if (!(await kept())) await fetchRecord(workspace, entity, id).catch(() => {});
  // Operations first: those that reach the server in between are then in the record that is read afterwards.
  const laid = workspace.state();
  const shown = overlayOne(entity, await kept(), id, laid);
  if (!shown) return null;
  const today = dayAt(Date.now());
  const draft = await withDrafts(
    workspace,
    entity,
    unsaved,
    await withStaffPictures(workspace, entity, await withWaitingPhotos(workspace, shown)),
  );
  const view = await viewOf({
    path: recordPage(entity, draft),
    origin: location.origin,
    reader: createPreviewReader(workspace.store, entity, draft, today),
    today,
  });
  return view instanceof Redirect
    ? null
    : { ...view, head: { ...view.head, title: `Vista previa · ${view.head.title}` } };
}

/** Returns the record with its unsaved texts applied; incomplete values are left out. */
async function withDrafts(
  workspace: Workspace,
  entity: Previewed,
  unsaved: Set<string>,
  record: Fields,
): Promise<Fields> {
  const typed = await Promise.all(
    fieldsOf(entity).map(async ([name, field]): Promise<[string, Json][]> => {
      const draft = await workspace.draft({ entity, recordId: record.id, field: name });
      const parsed = draft && field.parse.safeParse(draft.value);
      if (!parsed?.success) return [];
      unsaved.add(field.label);
      return [
        [
          name,
          field.kind === 'html'
            ? (await import('../../fields/rich-text/clean-html.ts')).cleanHtml(String(parsed.data))
            : (parsed.data as Json),
        ],
      ];
    }),
  );
  return { ...record, ...Object.fromEntries(typed.flat()) };
}

/** Returns the record with the photos that this device has not sent yet. Those that cannot be read are left out. */
async function withWaitingPhotos({ outbox }: Workspace, shown: Shown): Promise<Fields> {
  const { record, operations } = shown;
  let draft = withoutUnmeasured(record);
  for (const operation of operations) {
    if (operation.kind !== 'upload' || isPdfUpload(operation)) continue;
    const bytes = await outbox.bytesOf(operation);
    const photo = bytes && (await pictureOf(new Blob([bytes], { type: operation.file?.mime ?? '' })).catch(() => null));
    if (!photo) continue;
    const alt = altOf(shown, String(operation.value));
    const picture = { ...photo, ...(alt && { alt }) };
    draft =
      operation.field === 'image'
        ? { ...draft, image: picture }
        : { ...draft, images: [...((draft.images ?? []) as Json[]), picture] };
  }
  return draft;
}

function withoutUnmeasured({ ...record }: Fields): Fields {
  const { image, images } = record as { image?: { width: number } | null; images?: { width: number }[] };
  if (image && !isMeasured(image)) record.image = null;
  if (images) record.images = images.filter(isMeasured);
  return record;
}

async function pictureOf(photo: Blob) {
  const bitmap = await createImageBitmap(photo);
  const { width, height } = bitmap;
  bitmap.close();
  return { name: URL.createObjectURL(photo), width, height };
}

/** Makes the links of a preview open in a new tab. */
function elsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || link.hash || link.target === '_blank') return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener');
}
