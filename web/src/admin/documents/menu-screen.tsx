import { useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { siteSchema } from '#contract/town/documents';
import { listRecords } from '#contract/lists';
import { GOVERNMENT, hasContent } from '#contract/town/menu';
import { pageIdIn, SECTIONS } from '#contract/town/menu-entries';
import { TAXES } from '#contract/sections';
import type { MenuEntry, MenuLink, MenuSettings } from '#contract/town/menu-entries';
import type { RecordType } from '#contract/record-types';
import { isListed } from '#contract/visibility';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { nameOf } from '../parts/words/record-words.ts';
import { MoveHandle } from '../parts/move-handle.tsx';
import { useReorder } from '../parts/reorder.ts';
import { StepButtons } from '../parts/step-buttons.tsx';
import { overlay } from '../workspace/overlay.ts';
import { useRead } from '../workspace/workspace.ts';
import { Tick } from '../parts/tick.tsx';
import { DocumentInput } from './document-input.tsx';
import { keyOf, moved, valueAt, withValueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-screen.tsx';
import { intoGroup, linksIn, menuIn, outOfGroup, withoutEntry } from '../parts/menu-edits.ts';

/** Edit screen of the main menu, which is part of the document Sitio. */
export const MenuScreen = () => (
  <DocumentScreen name="site" title="Menú" schema={siteSchema} Form={MenuForm} places={PLACES} />
);

/** A link within a group is asked about at its group. */
const PLACES = { lists: [['menu', 'items']] };

const newLink = (to: string): MenuLink => ({ to, name: '', isHidden: false });

function MenuForm(given: DocumentFormProps) {
  const menu = menuIn(given.value);
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
  const { list, handle, step } = useReorder<HTMLOListElement>((from, to) => change(moved(items, from, to - from)));
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
      <ol className="directory" ref={list}>
        {items.map((entry, at) => (
          // Entries have no identity but their index; the inputs are controlled.
          <li key={at}>
            <Entry
              form={form}
              path={['menu', 'items', at]}
              entry={entry}
              known={known}
              handle={handle(at)}
              steps={{ at, count: items.length, step }}
              remove={isRemovable(entry) ? () => change(withoutEntry(items, at)) : undefined}
            >
              {!entry.items && groups.length > 0 && (
                <label className="field">
                  Dónde va
                  <select
                    className="control"
                    value=""
                    onChange={({ target }) => change(intoGroup(items, at, Number(target.value)))}
                  >
                    <option value="">En la barra</option>
                    {groups.map((group) => (
                      <option key={group.at} value={group.at}>
                        En «{group.name}»
                      </option>
                    ))}
                  </select>
                </label>
              )}
              {entry.to === GOVERNMENT && (
                <AuthorityOrder
                  menu={menu}
                  change={(authorities) => given.onChange(withValueAt(form.value, ['menu'], { ...menu, authorities }))}
                />
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
            </Entry>
          </li>
        ))}
      </ol>
      <Additions items={items} freePages={known.freePages} add={(entry) => change([...items, entry])} />
    </>
  );
}

/** The authorities below Gobierno, in the order in which residents see them. */
function AuthorityOrder({ menu, change }: { menu: MenuSettings; change: (ids: string[]) => void }) {
  const read = useRead('authorities', (store) => store.all('authority'));
  const held = read ? overlay('authority', read.value, read.laid).filter(({ isGone }) => !isGone) : [];
  const cards = listRecords(
    'authority',
    held.map(({ record }) => typedRecord('authority', record)),
    { site: { menu } },
  );
  const move = (from: number, to: number) =>
    change(
      moved(
        cards.map(({ id }) => id),
        from,
        to - from,
      ),
    );
  const { list, handle } = useReorder<HTMLOListElement>(move);
  return (
    <ol ref={list} aria-label="Orden de las autoridades">
      {cards.map(({ id, name, position }, at) => (
        <li key={id} className="buttons">
          <MoveHandle name={position} {...handle(at)} />
          <span>
            {position}: {name}
          </span>
        </li>
      ))}
    </ol>
  );
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
  const { list, handle, step } = useReorder<HTMLOListElement>((from, to) => change(moved(links, from, to - from)));
  if (links.length === 0)
    return <p className="field-hint">Elegí este grupo en «Dónde va» de lo que quieras poner acá.</p>;
  return (
    <ol className="directory" ref={list}>
      {links.map((link, place) => (
        <li key={place}>
          <Entry
            form={form}
            path={['menu', 'items', at, 'items', place]}
            entry={link}
            known={known}
            handle={handle(place)}
            steps={{ at: place, count: links.length, step }}
            remove={isRemovable(link) ? () => change(links.filter((_, other) => other !== place)) : undefined}
          >
            <button className="button quiet" type="button" onClick={() => takeOut(place)}>
              Sacar del grupo<span className="hidden-text"> {link.name || nameIn(link, known)}</span>
            </button>
          </Entry>
        </li>
      ))}
    </ol>
  );
}

function Entry({
  form,
  path,
  entry,
  known,
  handle,
  steps,
  remove,
  children,
}: {
  form: DocumentFormProps;
  path: Path;
  entry: MenuEntry;
  known: Known;
  handle: object;
  steps: Omit<ComponentProps<typeof StepButtons>, 'name'>;
  remove: (() => void) | undefined;
  children?: ReactNode;
}) {
  const own = nameIn(entry, known);
  const name = entry.name || own;
  const note = noteOn(entry, known);
  return (
    <fieldset className="group">
      <legend>{name || 'Sin nombre'}</legend>
      {form.questionAt(path)}
      <p className="buttons">
        <MoveHandle name={name} {...handle} />
        <StepButtons name={name} {...steps} />
        {remove && (
          <button className="button quiet danger" type="button" onClick={remove}>
            Quitar<span className="hidden-text"> {name}</span>
          </button>
        )}
      </p>
      {note && <p className={note.isLost ? 'field-hint over' : 'field-hint'}>{note.text}</p>}
      <DocumentInput label={own ? `Nombre, si no es «${own}»` : 'Nombre'} path={[...path, 'name']} form={form} />
      {isOutside(entry) && <DocumentInput label="Dirección web" path={[...path, 'to']} form={form} inputMode="url" />}
      {!isOutside(entry) && <p className="field-error">{form.faults.get(keyOf([...path, 'to']))}</p>}
      <Tick
        label="Mostrar en el menú"
        checked={!entry.isHidden}
        onChange={(isShown) => form.onChange(withValueAt(form.value, [...path, 'isHidden'], !isShown))}
      />
      {children}
    </fieldset>
  );
}

const isOutside = ({ to, items }: MenuEntry) => !items && !SECTIONS.has(to) && pageIdIn(to) === undefined;

/** Returns the name that an entry has by itself: that of its section or page. */
function nameIn({ to }: MenuLink, { freePages }: Known): string {
  const page = freePages.find(({ id }) => id === pageIdIn(to));
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
  { to }: MenuLink,
  { freePages, empty, hidesEmpty, hasTaxSite }: Known,
): { text: string; isLost?: true } | null {
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
