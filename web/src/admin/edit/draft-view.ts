import { asPublished } from '#contract/calendar/alert-times';
import { dayAt } from '#contract/values/dates';
import { isTextPictureField } from '#contract/uploaded/alt-fields';
import { fieldsOf } from '#contract/forms-and-lists';
import { picturesInText, textFieldsOf } from '#contract/uploaded/text-pictures';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import { recordPage } from '#contract/addresses/pages';
import { Redirect } from '../../public/public-page.ts';
import { viewOf } from '../../public/view.ts';
import type { View } from '../../public/view.ts';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import { fieldsIn, typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { presentOf } from '../parts/use-present.ts';
import { staffPicture, textPictureAddress, withStaffPictures } from '../files/staff-picture.ts';
import { fetchRecord } from '../workspace/fetch-record.ts';
import { isPdfUpload } from '../workspace/new-operations.ts';
import { altOf, isMeasured, overlayOne, picturesIn } from '../workspace/overlay.ts';
import type { OwnOperations, Shown } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Previewed } from '../parts/preview-address.ts';
import { createPreviewReader } from '../workspace/preview-reader.ts';

/** A record's public page, with this device's unsent changes and unsaved texts. */
interface DraftView {
  /** Null if the record is not on this device. */
  view: View | null;
  /** Labels of the fields whose shown text is not saved. */
  unsaved: readonly string[];
}

/**
 * Returns a function that makes the view of a record as it is now. A record that is not on this device is requested
 * once; if the session has ended, that waits for a log-in.
 * @throws NotKept if the device's drafts cannot be read
 */
export function draftViewer(workspace: Workspace, entity: Previewed, id: string): () => Promise<DraftView> {
  const photoOf = remembered(
    (operation: Operation) => waitingPhoto(workspace, operation),
    ({ opId }) => opId,
  );
  const pictureOf = remembered(
    (url: string) => staffPicture(workspace, url),
    (url) => url,
  );
  const textPictureOf = remembered(
    ({ picture, upload }: { picture: TextPicture; upload: Operation | undefined }) =>
      textPictureAddress(workspace, picture, upload),
    ({ picture: { name } }) => name,
  );
  const kept = () => workspace.store.one(entity, id);
  // Once: what cannot be stored would be requested again and again.
  const fetched = kept().then((found) => found !== null || fetchRecord(workspace, entity, id).catch(() => false));
  return async () => {
    await fetched;
    // Operations first: those that reach the server in between are then in the record that is read afterwards.
    const laid = workspace.state();
    const shown = overlayOne(entity, await kept(), id, laid);
    if (!shown) return { view: null, unsaved: [] };
    const today = dayAt(Date.now());
    const unsaved: string[] = [];
    const viewable = await withStaffPictures(pictureOf, entity, await withOwnPhotos(shown, laid, photoOf));
    const draft = await withTextPictures(entity, await withDrafts(workspace, entity, unsaved, viewable), (picture) =>
      textPictureOf({ picture, upload: laid.waiting.find(({ value }) => value === picture.name) }),
    );
    const published = entity === 'alert' ? await publishedNow(workspace, draft) : draft;
    const view = await viewOf({
      path: recordPage(entity, draft),
      origin: location.origin,
      reader: createPreviewReader(workspace.store, entity, published, today),
      today,
    });
    if (view instanceof Redirect) return { view: null, unsaved };
    return { view: { ...view, head: { ...view.head, title: `Vista previa · ${view.head.title}` } }, unsaved };
  };
}

/** Returns an alert with the times that publishing it now would give it. */
async function publishedNow({ store }: Workspace, draft: Fields): Promise<Fields> {
  return fieldsIn(asPublished(typedRecord('alert', draft), presentOf(await store.level())));
}

/**
 * Returns the record with its unsaved texts applied; incomplete values are left out.
 * @param unsaved receives the labels of their fields
 */
async function withDrafts(workspace: Workspace, entity: Previewed, unsaved: string[], record: Fields): Promise<Fields> {
  const typed = await Promise.all(
    fieldsOf(entity).map(async ([name, field]): Promise<[string, Json][]> => {
      const draft = await workspace.draft({ entity, recordId: record.id, field: name });
      const parsed = draft && field.parse.safeParse(draft.value);
      if (!parsed?.success) return [];
      unsaved.push(field.label);
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

/**
 * Returns the record with the photos that this device has not sent yet, or that no pull has brought yet. Those that
 * cannot be read are left out.
 */
async function withOwnPhotos(
  shown: Shown,
  { landed }: OwnOperations,
  photoOf: (operation: Operation) => Promise<Photo | null>,
): Promise<Fields> {
  const { record, operations } = shown;
  const unmeasured = new Set(picturesIn(record).flatMap((picture) => (isMeasured(picture) ? [] : picture.name)));
  const sent = landed.filter(({ recordId, value }) => recordId === record.id && unmeasured.has(String(value)));
  let draft = withoutUnmeasured(record);
  for (const operation of [...sent, ...operations]) {
    if (operation.kind !== 'upload' || isPdfUpload(operation) || isTextPictureField(operation.field)) continue;
    const photo = await photoOf(operation);
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

/** Returns the record with the pictures within its texts at addresses where this person can see them. */
async function withTextPictures(
  entity: Previewed,
  record: Fields,
  addressOf: (picture: TextPicture) => Promise<string | null>,
): Promise<Fields> {
  const texts = await Promise.all(
    textFieldsOf(entity).map(async (field): Promise<[string, Json]> => {
      let html = String(record[field] ?? '');
      for (const picture of picturesInText(html)) {
        const address = await addressOf(picture);
        if (address) html = html.replace(new RegExp(`src="[^"]*/${picture.name}-\\d+\\.webp"`), `src="${address}"`);
      }
      return [field, html];
    }),
  );
  return { ...record, ...Object.fromEntries(texts) };
}

function withoutUnmeasured({ ...record }: Fields): Fields {
  const { image, images } = record as { image?: { width: number } | null; images?: { width: number }[] };
  if (image && !isMeasured(image)) record.image = null;
  if (images) record.images = images.filter(isMeasured);
  return record;
}

/** Remembers what was made, so that a page shows the same one each time. Null or a failure is tried again. */
function remembered<A, T>(make: (of: A) => Promise<T | null>, keyOf: (of: A) => string): (of: A) => Promise<T | null> {
  const made = new Map<string, Promise<T | null>>();
  return async (of) => {
    const key = keyOf(of);
    const making = made.get(key) ?? make(of);
    made.set(key, making);
    const found = await making.catch(() => null);
    if (found === null) made.delete(key);
    return found;
  };
}

type Photo = { name: string; width: number; height: number };

async function waitingPhoto({ outbox }: Workspace, operation: Operation): Promise<Photo | null> {
  const bytes = await outbox.bytesOf(operation);
  if (!bytes) return null;
  const photo = new Blob([bytes], { type: operation.file?.mime ?? '' });
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { name: URL.createObjectURL(photo), width, height };
}
