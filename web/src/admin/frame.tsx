import { Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { entities } from '#contract/entities';
import type { EntityName } from '#contract/entities';
import { admin, pages } from '#contract/paths';
import { ADMIN } from '#contract/roles';
import { Boundary } from './boundary.tsx';
import { useConfirm } from './confirm.tsx';
import { useDesk, useDeskState } from './desk.ts';
import { useNotices } from './notices.tsx';
import { badgeWords, waitingWords } from './words.ts';

/** What stands around every screen of the back office: sidebar and top bar. */
export function Frame() {
  const menu = useClosingMenu();
  const { pathname, state } = useLocation();
  const isRefused = Boolean((state as { refused?: boolean } | null)?.refused);
  useFocusOnNavigation();
  return (
    <>
      <a className="skip" href="#contenido">Saltar al contenido</a>
      <header className="top">
        <button className="top-menu" type="button" popoverTarget="menu">Menú</button>
        <p className="top-title">Administrador</p>
        <Badge />
        <Person />
      </header>
      <div className="desk">
        <nav id="menu" className="side" popover="auto" aria-label="Secciones" ref={menu}><Sections /></nav>
        <main id="contenido" tabIndex={-1}>
          {isRefused && <p className="refused" role="alert">Solo los administradores pueden entrar ahí.</p>}
          <Boundary key={pathname}><Suspense fallback={<p className="loading" role="status">Cargando…</p>}><Outlet /></Suspense></Boundary>
        </main>
      </div>
    </>
  );
}

const SECTIONS: readonly EntityName[] = ['story', 'agenda', 'authority', 'album', 'map', 'greenpoint', 'bulletin'];

function Sections() {
  const { session: { user } } = useDeskState();
  const isAdmin = user.usergroup === ADMIN;
  return (
    <ul>
      {SECTIONS.map((entity) => <Section key={entity} to={admin.list(entity)} edit={admin.edit(entity, '')}>{entities[entity].plural}</Section>)}
      <Section to={admin.usefulData()}>Datos útiles</Section>
      {isAdmin && <Section to={admin.site()}>Sitio</Section>}
      {isAdmin && <Section to={admin.list('user')} edit={admin.edit('user', '')}>{entities.user.plural}</Section>}
      <Section to={admin.history()} edit={`${admin.history()}/`}>Historial</Section>
      <Section to={admin.pending()}>Cambios pendientes</Section>
      <Section to={admin.account()}>Mi cuenta</Section>
      <li className="side-end"><a href={pages.home()} target="_blank" rel="noopener">Ver el sitio<span className="hidden-text"> (se abre en otra pestaña)</span></a></li>
    </ul>
  );
}

/** @param edit where the addresses of the section's edit screens begin */
function Section({ to, edit, children }: { to: string; edit?: string; children: string }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (edit !== undefined && pathname.startsWith(edit));
  return <li><Link to={to} aria-current={isCurrent ? 'page' : undefined}>{children}</Link></li>;
}

function Badge() {
  const { waiting, isOnline } = useDeskState();
  const tone = !isOnline ? 'off' : waiting.some(({ status }) => status === 'conflict' || status === 'rejected') ? 'bad' : waiting.length > 0 ? 'busy' : 'calm';
  return (
    <span role="status">
      <Link to={admin.pending()} className={`badge badge-${tone}`}>{badgeWords(isOnline, waiting.length)}</Link>
    </span>
  );
}

function Person() {
  const desk = useDesk();
  const { session: { user }, waiting } = useDeskState();
  const confirm = useConfirm();
  const tell = useNotices();
  async function leave() {
    if (waiting.length > 0) {
      const text = `Tenés ${waitingWords(waiting.length)}. Lo que falta enviar queda guardado en este dispositivo y sale cuando vuelvas a ingresar. ¿Cerrar la sesión igual?`;
      if (!(await confirm({ text }))) return;
    }
    try {
      await desk.logOut();
    } catch (error) {
      tell({ tone: 'bad', text: (error as Error).message });
      return;
    }
    location.assign(pages.login());
  }
  return (
    <div className="person">
      <Link className="person-name" to={admin.account()}><span className="hidden-text">Mi cuenta: </span><span className="person-text">{user.name || user.username}</span></Link>
      <button className="top-button" type="button" onClick={() => void leave()}>Cerrar sesion</button>
    </div>
  );
}

/** The menu of narrow screens closes when it has led somewhere. */
function useClosingMenu() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // Tablets of 2022 know no popover, and have the menu in the page.
    menu.current?.hidePopover?.();
  }, [pathname]);
  return menu;
}

/** A new screen begins at its heading, for eyes, keyboards and screen readers alike. */
function useFocusOnNavigation() {
  const { pathname, search } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, search]);
}
