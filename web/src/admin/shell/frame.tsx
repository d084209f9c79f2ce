import { Suspense, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { Link } from '../../components/link.tsx';
import { entities, ENTITY_NAMES } from '#contract/forms-and-lists';
import { LOGBOOK_SCREEN } from '#contract/addresses/logbook';
import { sharedPhotos } from '#contract/addresses/installed';
import { admin, pages } from '#contract/addresses/pages';
import { ADMIN, mayEdit } from '#contract/roles';
import { CategoriesProvider } from '../workspace/categories-provider.tsx';
import { OwnPages } from '../../fields/own-pages.ts';
import { UseTextPicturesContext } from '../../fields/text-pictures.ts';
import { useNoStrayDrops } from '../files/file-box.tsx';
import { usePhotoIntake } from '../files/gallery/photo-intake.ts';
import { useTextPictures } from '../files/use-text-pictures.tsx';
import { useOwnPagesReader } from './own-pages.ts';
import { EndingAlerts } from './ending-alerts.tsx';
import { Boundary } from './boundary.tsx';
import { PortalProblems } from '../admins/portal-problems.tsx';
import { isToReduce } from '../../offline/outbox/picks.ts';
import { isHeld, isParked } from '../../offline/outbox/protocol/operation.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { focusHeading } from '../parts/focus/focus-heading.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { useDiscardUntouched } from '../list/untouched.ts';
import { isOwnReturn } from '../list/list-return.ts';
import type { ListNavigation } from '../list/list-return.ts';
import { SuccessNotices, useAttempt } from '../parts/notices.tsx';
import { countSharedPhotos } from '../workspace/shared-photos.ts';
import { useWaitingTickets } from '../workspace/use-tickets.ts';
import { useSharedCount } from '../shared/use-shared-photos.ts';
import { useTargetField, useIsNewRecord } from '../parts/focus/use-first-field.ts';
import { touchedTexts, useConfirmLeave } from '../changes/questions.ts';
import { keepTexts, leavePage, useUnsavedPlaces } from '../changes/texts.ts';
import { badgeWords, logOutWords } from '../parts/words/state-words.ts';

/** The frame of every back-office screen: sidebar and top bar. */
export function Frame({ children }: { children: ReactNode }) {
  const menu = useClosingMenu();
  const readOwnPages = useOwnPagesReader();
  const { pathname, state } = useLocation();
  const isRefused = Boolean((state as { refused?: boolean } | null)?.refused);
  useFocusOnNavigation();
  useTargetField();
  useDiscardUntouched();
  usePhotoIntake();
  useNoStrayDrops();
  return (
    <>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="top">
        <button className="top-menu" type="button" popoverTarget="menu">
          Menú
        </button>
        <p className="top-title">Administrador</p>
        <SuccessNotices />
        <Badge />
        <Person />
      </header>
      <div className="desk">
        <nav id="menu" className="side" popover="auto" aria-label="Secciones" ref={menu}>
          <Sections />
        </nav>
        <main id="contenido" tabIndex={-1}>
          {isRefused && (
            <p className="refused" role="alert">
              Solo los administradores pueden entrar ahí.
            </p>
          )}
          <EndingAlerts />
          <PortalProblems />
          <CategoriesProvider>
            <Boundary key={pathname}>
              <Suspense
                fallback={
                  <p className="loading" role="status">
                    Cargando…
                  </p>
                }
              >
                <OwnPages value={readOwnPages}>
                  <UseTextPicturesContext value={useTextPictures}>{children}</UseTextPicturesContext>
                </OwnPages>
              </Suspense>
            </Boundary>
          </CategoriesProvider>
        </main>
      </div>
    </>
  );
}

/** Users are listed further down, and only for Admins. */
const LISTS: ReadonlySet<string> = new Set(
  ENTITY_NAMES.filter((name) => name !== 'user').map((name) => admin.list(name)),
);
const SECTIONS = ENTITY_NAMES.filter((entity) => entity !== 'user');

function Sections() {
  const {
    session: { user },
  } = useWorkspaceState();
  const isAdmin = user.usergroup === ADMIN;
  const shared = useSharedCount();
  const tickets = useWaitingTickets();
  return (
    <>
      <Part title="Contenido">
        {SECTIONS.filter((entity) => mayEdit(user.usergroup, entity)).map((entity) => (
          <Section key={entity} to={admin.list(entity)} edit={admin.edit(entity, '')}>
            {entities[entity].plural}
          </Section>
        ))}
        <Section to={admin.usefulData()}>Datos útiles</Section>
        {(isAdmin || tickets !== null) && (
          <Section to={admin.tickets()} edit={admin.ticket('')}>
            {tickets ? `Reclamos (${tickets})` : 'Reclamos'}
          </Section>
        )}
      </Part>
      {isAdmin && (
        <Part title="Pueblo">
          <Section to={admin.site()}>Sitio</Section>
          <Section to={admin.menu()}>Menú</Section>
          <Section to={admin.categories()}>Listas</Section>
        </Part>
      )}
      <Part title="Sistema">
        {isAdmin && (
          <Section to={admin.list('user')} edit={admin.edit('user', '')}>
            {entities.user.plural}
          </Section>
        )}
        <Section to={admin.history()} edit={`${admin.history()}/`}>
          Historial
        </Section>
        {isAdmin && <Section to={LOGBOOK_SCREEN}>Registro</Section>}
        <Section to={admin.pending()}>Cambios pendientes</Section>
        {isAdmin && <Section to={admin.state()}>Estado del portal</Section>}
        {shared > 0 && <Section to={sharedPhotos()}>{`Fotos compartidas (${shared})`}</Section>}
        <Section to={admin.account()}>Mi cuenta</Section>
        <li>
          <a href={pages.home()} target="_blank" rel="noopener">
            Ver el sitio<span className="hidden-text"> (se abre en otra pestaña)</span>
          </a>
        </li>
      </Part>
    </>
  );
}

/** Sections of one kind. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <p id={id} className="side-title">
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}

/** @param edit address prefix of the section's edit screens */
function Section({ to, edit, children }: { to: string; edit?: string; children: string }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (edit !== undefined && pathname.startsWith(edit));
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  );
}

function Badge() {
  const { waiting, picks, isOnline, isStoring } = useWorkspaceState();
  const reducing = picks.filter(isToReduce).length;
  const isUnsaved = useUnsavedPlaces().length > 0;
  const tone = !isOnline
    ? 'off'
    : waiting.some(isParked)
      ? 'bad'
      : isUnsaved || (waiting.length > 0 && waiting.every(isHeld))
        ? 'unsaved'
        : waiting.length + reducing > 0
          ? 'busy'
          : 'calm';
  return (
    <span className="top-badge" role="status">
      <Link to={admin.pending()} className={`badge badge-${tone}`}>
        <span className="badge-words">{badgeWords(isOnline, waiting, isUnsaved, isStoring, reducing)}</span>
      </Link>
    </span>
  );
}

function Person() {
  const workspace = useWorkspace();
  const {
    session: { user },
  } = useWorkspaceState();
  const confirm = useConfirm();
  const mayLeave = useConfirmLeave();
  const attempt = useAttempt();
  async function leave() {
    const isAskedOfTexts = touchedTexts().some(({ savesItself }) => !savesItself);
    if (!(await mayLeave())) return;
    // What was typed or saved a moment ago counts.
    await keepTexts();
    await workspace.settled();
    const { waiting, picks, drafts, isOnline } = workspace.state();
    const text = logOutWords({
      waiting: waiting.filter((one) => !isHeld(one)).length + picks.length,
      held: waiting.filter(isHeld).length,
      drafts: isAskedOfTexts ? 0 : drafts.length,
      photos: await countSharedPhotos(),
      isOnline,
    });
    if (text !== null && !(await confirm({ text, accept: 'Cerrar sesion' }))) return;
    if (!(await attempt(() => workspace.logOut()))) return;
    leavePage();
    location.assign(pages.login());
  }
  return (
    <div className="person">
      <Link className="person-name" to={admin.account()}>
        <span className="hidden-text">Mi cuenta: </span>
        <span className="person-text">{user.name || user.username}</span>
      </Link>
      <button className="top-button" type="button" onClick={() => void leave()}>
        Cerrar sesion
      </button>
    </div>
  );
}

function useClosingMenu() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // Tablets of 2022 do not support popovers, and show the menu in the page.
    menu.current?.hidePopover?.();
  }, [pathname]);
  return menu;
}

/**
 * Moves scroll position and focus to the heading of a new screen, or to the first field of a new record.
 */
function useFocusOnNavigation() {
  const { pathname, search, state, key } = useLocation();
  const kind = useNavigationType();
  const isMade = useIsNewRecord();
  const isFirst = useRef(true);
  // A layout effect, because a later one could take the focus from what the person has chosen in the meantime.
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // List tools keep the focus; a list that is returned to restores its own focus and scroll position.
    const isLists = LISTS.has(pathname);
    if (isLists && ((state as ListNavigation | null)?.stays || isOwnReturn(kind, key, state))) return;
    window.scrollTo(0, 0);
    if (isMade) return;
    focusHeading();
    // Each navigation has its own key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, search, key, isMade]);
}
