import { useMemo, useState } from 'react';
import { admin } from '#contract/addresses/pages';
import { TICKETS_NAME, TICKETS_PAGE } from '#contract/addresses/tickets';
import { siteSchema } from '#contract/town/documents';
import { GOVERNMENT, hasContent } from '#contract/town/menu';
import { pageIdIn, SECTIONS } from '#contract/town/menu-entries';
import { TAXES } from '#contract/sections';
import type { MenuEntry, MenuLink } from '#contract/town/menu-entries';
import type { RecordType } from '#contract/record-types';
import { isListed } from '#contract/visibility';
import { Select } from '../../fields/select.tsx';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { nameOf } from '../parts/words/record-words.ts';
import { useWantedField } from '../parts/disclosures/wanted-field.ts';
import { overlay } from '../workspace/overlay.ts';
import { useRead } from '../workspace/workspace.ts';
import { Tick } from '../parts/tick.tsx';
import { Link } from '../../components/link.tsx';
import { DocumentInput } from './document-input.tsx';
import { keyOf, valueAt, withValueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { EntryList } from './entry-list.tsx';
import { MENU_PART } from '../parts/words/operation-words.ts';
import { intoGroup, linksIn, menuIn, outOfGroup, withoutEntry } from '../parts/menu-edits.ts';

/** Edit screen of the main menu, which is part of the document Sitio. */
export const MenuScreen = () => (
  <DocumentScreen
    name="site"
    title="Menú"
    schema={siteSchema}
    Form={MenuForm}
    places={PLACES}
    blanks={BLANKS}
    draftField={MENU_PART}
    part={PART}
  />
);

const PART = { key: 'menu', rest: { title: 'Sitio', address: admin.site() } };

/** A link within a group is asked about at its group. */
const PLACES = { lists: [['menu', 'items']] };

const newLink = (to: string): MenuLink => ({ to, name: '', isHidden: false });
const BLANKS = [{ ...newLink('https://') }, { ...newLink(''), items: [] }];

function MenuForm(given: DocumentFormProps) {
  const menu = menuIn(given.value);
  const { go } = useWantedField();
  // A town that has not changed its menu has none in the document.
  const form = { ...given, value: withValueAt(given.value, ['menu'], { ...menu }) };
  const known: Known = {
    freePages: usePages(),
    empty: useEmptySections(),
    hidesEmpty: menu.hidesEmpty,
    hasTaxSite: Boolean(valueAt(given.value, ['taxUrl'])),
  };
  const change = (items: MenuEntry[]) => given.onChange(withValueAt(form.value, ['menu'], { ...menu, items }));
  const { items } = menu;
  const groups = items.flatMap(({ items: links, name }, at) =>
    links ? [{ at, name: name || 'Grupo sin nombre' }] : [],
  );
  return (
    <>
      <Tick
        label="Ocultar las secciones que todavía no tienen contenido, en el menú y en la portada"
        checked={menu.hidesEmpty}
        onChange={(hidesEmpty) => given.onChange(withValueAt(form.value, ['menu', 'hidesEmpty'], hidesEmpty))}
      />
      <p className="field-error">{given.faults.get('menu.items')}</p>
      <EntryList
        form={form}
        path={ITEMS}
        entries={items}
        stored={menuIn(given.stored).items}
        level={2}
        nameOf={(entry) => shownName(entry, known)}
        essentialOf={(entry) => essentialOf(entry, known)}
        mayRemove={isRemovable}
        onChange={change}
        onRemove={(at) => change(withoutEntry(items, at))}
      >
        {(entry, at) => (
          <>
            <EntryInputs form={form} path={[...ITEMS, at]} entry={entry} known={known} />
            {!entry.items && groups.length > 0 && (
              <label className="field">
                Dónde va
                <Select className="control" value="" onPick={(group) => change(intoGroup(items, at, Number(group)))}>
                  <option value="">En la barra</option>
                  {groups.map((group) => (
                    <option key={group.at} value={group.at}>
                      En «{group.name}»
                    </option>
                  ))}
                </Select>
              </label>
            )}
            {entry.to === GOVERNMENT && (
              <p className="field-hint">
                El orden de las autoridades se cambia en <Link to={admin.list('authority')}>Gobierno</Link>.
              </p>
            )}
            {entry.items && (
              <GroupLinks
                form={form}
                at={at}
                links={entry.items}
                known={known}
                change={(links) => change(items.map((one, other) => (other === at ? { ...one, items: links } : one)))}
                takeOut={(place) => change(outOfGroup(items, at, place))}
              />
            )}
          </>
        )}
      </EntryList>
      <Additions
        items={items}
        freePages={known.freePages}
        add={(entry) => {
          change([...items, entry]);
          go(keyOf([...ITEMS, items.length, 'name']));
        }}
      />
    </>
  );
}

const ITEMS = ['menu', 'items'];

const shownName = (entry: MenuEntry, known: Known) => entry.name || nameIn(entry, known) || 'Sin nombre';

/** What is shown of a closed entry: what it is, and why residents do not see it. */
export function essentialOf(entry: MenuEntry, known: Known): string {
  const { items, to, isHidden } = entry;
  const what = items ? groupWords(items.length) : isOutside(entry) ? to : entry.name ? nameIn(entry, known) : '';
  const hidden = items || isOutside(entry) ? 'Oculto' : 'Oculta';
  return [what, isHidden ? hidden : noteOn(entry, known) && 'No se muestra'].filter(Boolean).join(' · ');
}

function groupWords(links: number): string {
  if (links === 0) return 'Grupo vacío';
  return `Grupo de ${links === 1 ? '1 enlace' : `${links} enlaces`}`;
}

/** Sections stay in the menu, where they can be hidden; all others can be removed. */
const isRemovable = ({ to, items }: MenuEntry) => items !== undefined || !SECTIONS.has(to);

function GroupLinks({
  form,
  at,
  links,
  known,
  change,
  takeOut,
}: {
  form: DocumentFormProps;
  at: number;
  links: MenuLink[];
  known: Known;
  change: (links: MenuLink[]) => void;
  takeOut: (place: number) => void;
}) {
  if (links.length === 0)
    return <p className="field-hint">Elegí este grupo en «Dónde va» de lo que quieras poner acá.</p>;
  const path = [...ITEMS, at, 'items'];
  const stored = menuIn(form.stored).items.flatMap((entry) => entry.items ?? []);
  return (
    <div className="whole">
      <EntryList
        form={form}
        path={path}
        entries={links}
        stored={stored}
        level={3}
        nameOf={(link) => shownName(link, known)}
        essentialOf={(link) => essentialOf(link, known)}
        mayRemove={isRemovable}
        onChange={change}
        onRemove={(place) => change(links.filter((_, other) => other !== place))}
      >
        {(link, place) => (
          <>
            <EntryInputs form={form} path={[...path, place]} entry={link} known={known} />
            <p className="buttons">
              <button className="button quiet" type="button" onClick={() => takeOut(place)}>
                Sacar del grupo<span className="hidden-text"> {shownName(link, known)}</span>
              </button>
            </p>
          </>
        )}
      </EntryList>
    </div>
  );
}

function EntryInputs({
  form,
  path,
  entry,
  known,
}: {
  form: DocumentFormProps;
  path: Path;
  entry: MenuEntry;
  known: Known;
}) {
  const own = nameIn(entry, known);
  const note = noteOn(entry, known);
  return (
    <>
      {note && <p className={note.isLost ? 'field-hint over' : 'field-hint'}>{note.text}</p>}
      <DocumentInput label={own ? `Nombre, si no es «${own}»` : 'Nombre'} path={[...path, 'name']} form={form} />
      {isOutside(entry) && <DocumentInput label="Dirección web" path={[...path, 'to']} form={form} inputMode="url" />}
      {!isOutside(entry) && <p className="field-error">{form.faults.get(keyOf([...path, 'to']))}</p>}
      <Tick
        label="Mostrar en el menú"
        checked={!entry.isHidden}
        onChange={(isShown) => form.onChange(withValueAt(form.value, [...path, 'isHidden'], !isShown))}
      />
    </>
  );
}

const isOutside = ({ to, items }: MenuEntry) =>
  !items && !SECTIONS.has(to) && to !== TICKETS_PAGE && pageIdIn(to) === undefined;

/** Returns the name that an entry has by itself: that of its section or page. */
function nameIn({ to }: MenuLink, { freePages }: Known): string {
  const page = freePages.find(({ id }) => id === pageIdIn(to));
  if (to === TICKETS_PAGE) return TICKETS_NAME;
  return page ? nameOf('page', page) : (SECTIONS.get(to)?.name ?? '');
}

/** What the notes on entries depend on. */
interface Known {
  freePages: readonly Fields[];
  /** The sections without content. */
  empty: ReadonlySet<string>;
  hidesEmpty: boolean;
  hasTaxSite: boolean;
}

/**
 * Returns why residents do not see an entry that staff have not hidden. `isLost`: what it leads to no longer exists.
 */
export function noteOn(
  { to, items }: Pick<MenuEntry, 'to' | 'items'>,
  known: Known,
): { text: string; isLost?: true } | null {
  if (items) {
    if (items.length === 0) return { text: 'No se muestra: un grupo vacío no sale en el sitio.' };
    const isNoneShown = items.every((link) => link.isHidden || noteOn(link, known));
    return isNoneShown ? { text: 'No se muestra: nada de lo que contiene se ve en el sitio.' } : null;
  }
  const { freePages, empty, hidesEmpty, hasTaxSite } = known;
  const id = pageIdIn(to);
  if (id !== undefined) {
    const page = freePages.find((one) => one.id === id);
    if (!page)
      return {
        text: 'Esta página ya no existe o no está en este dispositivo: si no existe, no se muestra. Podés quitarla.',
        isLost: true,
      };
    return isListed('page', page) ? null : { text: 'Esta página no está publicada: no se muestra hasta que lo esté.' };
  }
  if (to === TAXES && !hasTaxSite) return { text: 'No se muestra: en Sitio falta la dirección de la consulta.' };
  if (to === GOVERNMENT && empty.has(to))
    return { text: 'No se muestra hasta que haya una autoridad con nombre y cargo.' };
  return hidesEmpty && empty.has(to) ? { text: 'Todavía no tiene contenido: no se muestra hasta que tenga.' } : null;
}

/** Adds to the menu what is not in it yet. */
function Additions({
  items,
  freePages,
  add,
}: {
  items: readonly MenuEntry[];
  freePages: readonly Fields[];
  add: (entry: MenuEntry) => void;
}) {
  const [chosen, setChosen] = useState('');
  const present = new Set(linksIn(items).map(({ to }) => to));
  const choices = [
    ...[...SECTIONS].map(([to, { name }]) => ({ to, name })),
    { to: TICKETS_PAGE, name: TICKETS_NAME },
    ...freePages.map((page) => ({ to: `/pagina/${page.id}`, name: nameOf('page', page) })),
  ].filter(({ to }) => !present.has(to));
  return (
    <fieldset className="group">
      <legend>Agregar al menú</legend>
      {choices.length > 0 && (
        <>
          <label className="field">
            Página o sección
            <select className="control" value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">Elegí una</option>
              {choices.map(({ to, name }) => (
                <option key={to} value={to}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <p className="buttons">
            <button
              className="button quiet"
              type="button"
              disabled={!choices.some(({ to }) => to === chosen)}
              onClick={() => {
                add(newLink(chosen));
                setChosen('');
              }}
            >
              Agregar
            </button>
          </p>
        </>
      )}
      <p className="buttons">
        <button className="button quiet" type="button" onClick={() => add(newLink('https://'))}>
          Agregar un enlace a otro sitio
        </button>
        <button className="button quiet" type="button" onClick={() => add({ ...newLink(''), items: [] })}>
          Agregar un grupo
        </button>
      </p>
    </fieldset>
  );
}

/** Returns the free pages as this device knows them, with pending changes applied. */
function usePages(): Fields[] {
  const read = useRead('pages', (store) => store.all('page'));
  return read ? overlay('page', read.value, read.laid).flatMap(({ record, isGone }) => (isGone ? [] : record)) : [];
}

/** Returns the sections that have no content as this device knows it, with pending changes applied. */
function useEmptySections(): ReadonlySet<string> {
  const read = useRead('sections', (store) =>
    Promise.all(SHOWN_TYPES.map(async (type) => [type, await store.all(type)] as const)),
  );
  return useMemo(() => {
    if (!read) return new Set<string>();
    const isFull = ([type, stored]: (typeof read.value)[number]) => {
      const shown = overlay(type, stored, read.laid).filter(({ isGone }) => !isGone);
      const records = shown.map(({ record }) => typedRecord(type, record));
      return hasContent(type, records);
    };
    const full = new Set<RecordType>(read.value.filter(isFull).map(([type]) => type));
    const isEmpty = (types: readonly RecordType[]) => types.length > 0 && !types.some((type) => full.has(type));
    return new Set([...SECTIONS].flatMap(([to, { types }]) => (isEmpty(types) ? to : [])));
  }, [read]);
}
const SHOWN_TYPES = [...SECTIONS.values()].flatMap(({ types }) => types);
