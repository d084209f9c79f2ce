import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from '../../components/link.tsx';

export interface MenuRow {
  id: string;
  name: string;
  /** Address of its edit screen; left out where there is none. */
  edit?: string;
  acts: readonly { label: string; run: () => void }[];
}

interface Opened {
  row: MenuRow;
  button: HTMLElement;
}

/**
 * The menu of a list's rows (spec section 2.2). A single menu for the whole list, outside of the rows, so that it stays
 * open and usable while rows move or re-render.
 */
export function useRowMenu() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const openId = isOpen ? (opened?.row.id ?? null) : null;
  return { opened, openId, setOpen, open: (row: MenuRow, button: HTMLElement) => setOpened({ row, button }) };
}
export type RowMenuState = ReturnType<typeof useRowMenu>;

export function RowMenuButton({ menu, row }: { menu: RowMenuState; row: MenuRow }) {
  const wasOpen = useRef(false);
  const isOpen = menu.openId === row.id;
  return (
    <button
      className="row-button"
      type="button"
      aria-label={`Acciones: ${row.name}`}
      aria-expanded={isOpen}
      // The browser closes the popover on pointer down, before the click.
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      // A key, which has no pointer down, does not count as one; a pointer that went elsewhere may have left it.
      onClick={({ currentTarget, detail }) => {
        if (detail === 0 || !wasOpen.current) menu.open(row, currentTarget);
      }}
    >
      ⋯
    </button>
  );
}

const hasPopover = () => 'popover' in HTMLElement.prototype;

/** The browser closes a popover on Escape and on a press outside; without popover support, this component does. */
export function RowMenu({ menu: { opened, openId, setOpen } }: { menu: RowMenuState }) {
  const list = useRef<HTMLUListElement>(null);
  const isOpen = openId !== null;
  useLayoutEffect(() => {
    const element = list.current;
    if (!opened || !element) return;
    setOpen(true);
    element.hidden = false;
    if (hasPopover() && !element.matches(':popover-open')) element.showPopover();
    place(element, opened.button);
    element.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [opened, setOpen]);
  useEffect(() => {
    const element = list.current;
    const hear = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    element?.addEventListener('beforetoggle', hear);
    return () => element?.removeEventListener('beforetoggle', hear);
  }, [setOpen]);
  useEffect(() => {
    if (hasPopover() || !isOpen) return;
    const end = (event: Event) => {
      const isElsewhere =
        event instanceof KeyboardEvent ? event.key === 'Escape' : !list.current?.contains(event.target as Node);
      if (isElsewhere) setOpen(false);
    };
    document.addEventListener('pointerdown', end);
    document.addEventListener('keydown', end);
    return () => {
      document.removeEventListener('pointerdown', end);
      document.removeEventListener('keydown', end);
    };
  }, [isOpen, setOpen]);

  const close = () => (hasPopover() ? list.current?.hidePopover() : setOpen(false));
  return (
    <ul
      ref={list}
      className="row-menu"
      popover="auto"
      hidden={!hasPopover() && !isOpen}
      aria-label={opened ? `Acciones: ${opened.row.name}` : 'Acciones'}
    >
      {opened && (
        <>
          {opened.row.edit !== undefined && (
            <li>
              <Link to={opened.row.edit} onClick={close}>
                Editar<span className="hidden-text"> {opened.row.name}</span>
              </Link>
            </li>
          )}
          {opened.row.acts.map(({ label, run }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  close();
                  run();
                }}
              >
                {label}
                <span className="hidden-text"> {opened.row.name}</span>
              </button>
            </li>
          ))}
        </>
      )}
    </ul>
  );
}

/** Places the menu below its button, or above if there is no room. */
function place(element: HTMLElement, button: HTMLElement): void {
  const { bottom, top, right } = button.getBoundingClientRect();
  const isLow = bottom + element.offsetHeight > innerHeight;
  element.style.top = `${scrollY + Math.max(0, isLow ? top - element.offsetHeight : bottom)}px`;
  element.style.right = `${Math.max(0, document.documentElement.clientWidth - right)}px`;
}
