import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';

/** The menu of a row: Editar and Eliminar (spec section 2.2). The browser closes it on Escape and on a tap elsewhere. */
export function RowMenu({ name, edit, onDelete }: { name: string; edit: string; onDelete: () => void }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLUListElement>(null);
  usePlacement(button, menu);
  return (
    <>
      <button ref={button} className="row-button" type="button" popoverTarget={id} aria-label={`Acciones: ${name}`}>⋯</button>
      <ul ref={menu} id={id} className="row-menu" popover="auto">
        <li><Link to={edit}>Editar<span className="hidden-text"> {name}</span></Link></li>
        <li>
          <button
            type="button"
            onClick={() => {
              menu.current?.hidePopover?.();
              onDelete();
            }}
          >Eliminar<span className="hidden-text"> {name}</span></button>
        </li>
      </ul>
    </>
  );
}

/** Under its button, or above it where there is no room: a popover stands over the page, scrolls with it, and knows no row. */
function usePlacement(button: React.RefObject<HTMLButtonElement | null>, menu: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const place = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'open' || !button.current) return;
      const { bottom, top, right } = button.current.getBoundingClientRect();
      const isLow = bottom + element.offsetHeight > innerHeight;
      element.style.top = `${scrollY + Math.max(0, isLow ? top - element.offsetHeight : bottom)}px`;
      element.style.right = `${Math.max(0, document.documentElement.clientWidth - right)}px`;
    };
    element.addEventListener('toggle', place);
    return () => element.removeEventListener('toggle', place);
  }, [button, menu]);
}
