import { entities } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { hasGallery, isRecordEntity, RECORD_TYPES, isPictureOwner, TOWN_PICTURES } from '#contract/record-types';
import type { PictureOwner } from '#contract/record-types';
import { mayEdit } from '#contract/roles';
import { showDay } from '#contract/values/dates';
import { nameOf } from '../parts/words/record-words.ts';
import { isFound } from '../parts/words/found-records.ts';
import { overlay } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useRead, useWorkspaceState } from '../workspace/workspace.ts';

/** A record that photos can be added to. */
export interface PhotoPlace {
  type: PictureOwner;
  shown: Shown;
  name: string;
  /** What it is, and of which day. */
  note: string;
  /** Its edit screen. */
  address: string;
  isGallery: boolean;
}

const RECENT = 12;
const FOUND = 30;
/** Without the shield, which is no photo, and the photo of the home page, which is cut in Sitio. */
const OWNERS = RECORD_TYPES.filter(isPictureOwner).filter((type) => !(TOWN_PICTURES as string[]).includes(type));

/** Returns the records of this device that the person may add photos to, the last changed first; null while reading. */
export function usePlaces(search: string): { places: PhotoPlace[]; more: number } | null {
  const {
    session: { user },
  } = useWorkspaceState();
  const types = OWNERS.filter((type) => mayEdit(user.usergroup, type));
  const read = useRead(types.join(' '), (store) => Promise.all(types.map((type) => store.all(type))));
  if (!read) return null;
  const isSearch = search.trim() !== '';
  const found = types
    .flatMap((type, at) => matching(type, overlay(type, read.value[at] ?? [], read.laid), search))
    .sort((a, b) => changeOf(b) - changeOf(a));
  const places = found.slice(0, isSearch ? FOUND : RECENT);
  return { places, more: isSearch ? found.length - places.length : 0 };
}

/** Only this device knows a record without a change: it is the latest. */
const changeOf = ({ shown }: PhotoPlace) => shown.seq ?? Number.POSITIVE_INFINITY;

function matching(type: PictureOwner, all: Shown[], search: string): PhotoPlace[] {
  const isGallery = hasGallery(type);
  const shown = all.filter(({ isGone }) => !isGone);
  if (!isRecordEntity(type)) {
    const name = entities.greenpoint.plural;
    const isFound = name.toLowerCase().includes(search.trim().toLowerCase());
    return (isFound ? shown : []).map((one) => ({
      type,
      shown: one,
      name,
      note: 'imágenes de la página',
      address: admin.list('greenpoint'),
      isGallery,
    }));
  }
  const isSought = isFound(type, search);
  const sought = shown.filter(({ record }) => isSought(record));
  return sought.map((one) => {
    const { date } = one.record;
    const parts = [entities[type].singular, typeof date === 'string' && date !== '' && showDay(date)];
    return {
      type,
      shown: one,
      name: nameOf(type, one.record),
      note: parts.filter(Boolean).join(' · '),
      address: admin.edit(type, one.record.id),
      isGallery,
    };
  });
}
