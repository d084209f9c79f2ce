import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { pages } from '#contract/addresses/pages';
import type { TimelyAlert } from '#contract/calendar/alerts';
import type { ShownLink } from '#contract/town/menu';
import { longDay } from '#contract/values/dates';
import { Link } from '../../../components/link.tsx';
import { NeedsConnection } from '../../../components/needs-connection.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import type { LayoutData } from '../../public-page.ts';
import { Alerts } from '../alerts/banners.tsx';
import { AlertNews } from '../alerts/news.tsx';
import { useAlerts } from '../alerts/use-alerts.ts';
import { EmergencyStrip } from '../emergencies.tsx';
import { Footer, SocialLinks } from './footer.tsx';
import { Freshness } from './freshness.tsx';
import { Learning } from './learning.tsx';
import { Mark } from './mark.tsx';
import { UpdateEntry } from './update-entry.tsx';

/** The frame of every public page: header with navigation, emergency strip, alerts, content, footer. */
export function Layout({
  layout,
  pending,
  partial,
  children,
}: {
  layout: LayoutData;
  pending: boolean;
  partial: boolean;
  children: ReactNode;
}) {
  const { site, menu, alerts, today } = layout;
  const { pathname } = useLocation();
  const section = pathname.split('/')[1] ?? '';
  const header = useClosingMenus(pathname);
  const { shown, news, see, putAway } = useAlerts(alerts);
  // Their own pages say all of them once.
  const isElsewhere = (alert: TimelyAlert) => ![pages.alerts(), pages.alert(alert)].includes(pathname);
  const bars = useRoomForBars();
  useHiddenGaps();
  return (
    <>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="header" ref={header}>
        <Link className="brand" to={pages.home()}>
          <Mark site={site} />
          <span>
            {site.town}
            <small>{site.province && `Provincia de ${site.province}`}</small>
          </span>
        </Link>
        <details className="menu">
          <summary>Menú</summary>
        </details>
        <EmergencyStrip site={site} />
        <div className="nav">
          {section !== 'buscador' && <SearchForm action="/buscador" label="Buscar en el sitio" id="buscar" />}
          <MainMenu items={menu} pathname={pathname} />
          <SocialLinks site={site} />
          <p className="chips narrow-only">
            <Link to={pages.notifications()}>Avisos en este teléfono</Link>
            <Link to={pages.device()}>Leer sin señal</Link>
          </p>
        </div>
      </header>
      <Alerts alerts={shown.filter(isElsewhere)} today={today} town={site.phone} putAway={putAway} />
      <p className="only-print">
        {site.name} · impreso el {longDay(today)}
      </p>
      <main id="contenido" tabIndex={-1} aria-busy={pending}>
        {pending && <div className="progress" role="progressbar" aria-label="Cargando la página" />}
        {children}
      </main>
      <Learning pathname={pending ? '' : pathname} />
      <Footer site={site} today={today} />
      {/* Last, so that nothing moves when they come while the end of the page is on screen. */}
      <div className="bars" ref={bars}>
        {news && <AlertNews key={news.key} alert={news} see={see} />}
        <NeedsConnection />
        <Freshness partial={partial} />
        <UpdateEntry />
      </div>
    </>
  );
}

function MainMenu({ items, pathname }: { items: LayoutData['menu']; pathname: string }) {
  const isIn = ({ to }: ShownLink) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <nav aria-label="Principal">
      <ul>
        {items.map((entry, at) => (
          // Names may be the same, and an entry has nothing else in every case.
          <li key={at}>
            {'to' in entry ? (
              <MenuLink link={entry} isCurrent={isIn(entry)} />
            ) : (
              <details>
                <summary aria-current={entry.items.some(isIn) ? 'true' : undefined}>{entry.name}</summary>
                <ul>
                  {entry.items.map((link) => (
                    <li key={link.to}>
                      <MenuLink link={link} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLink({ link: { to, name, note }, isCurrent }: { link: ShownLink; isCurrent?: boolean }) {
  return to.startsWith('/') ? (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      {name}
      {note && <small>{note}</small>}
    </Link>
  ) : (
    <a href={to} rel="external">
      {name}
    </a>
  );
}

/** Keeps what gets the focus from standing behind the bars at the foot of the screen, however high they are. */
function useRoomForBars() {
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.setProperty('--bars', `${(bars.current?.offsetHeight ?? 0) + 8}px`);
    });
    if (bars.current) watch.observe(bars.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--bars');
    };
  }, []);
  return bars;
}

/** Replaces a decorative picture that fails to load with an empty box, instead of the browser's broken-image icon. */
function useHiddenGaps(): void {
  useEffect(() => {
    function mark({ type, target }: Event) {
      if (target instanceof HTMLImageElement && target.alt === '') target.classList.toggle('missing', type === 'error');
    }
    // Pictures that failed before this script was loaded.
    for (const image of document.images)
      image.classList.toggle('missing', image.alt === '' && image.complete && image.naturalWidth === 0);
    document.addEventListener('error', mark, true);
    document.addEventListener('load', mark, true);
    return () => {
      document.removeEventListener('error', mark, true);
      document.removeEventListener('load', mark, true);
    };
  }, []);
}

/** Closes open menus after navigation, on Escape and on a press outside them. */
function useClosingMenus(pathname: string) {
  const header = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    const open = () => [...(header.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
    // Not when the application starts: somebody may have opened the menu on the page that was there before.
    if (last.current !== pathname) for (const menu of open()) menu.open = false;
    last.current = pathname;
    function escape({ key }: KeyboardEvent) {
      // The innermost menu closes first.
      const menu = open().at(-1);
      if (key !== 'Escape' || !menu) return;
      menu.open = false;
      if (header.current?.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    }
    function outside({ target }: PointerEvent) {
      if (header.current?.contains(target as Node)) return;
      for (const menu of open()) menu.open = false;
    }
    document.addEventListener('keydown', escape);
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', outside);
    };
  }, [pathname]);
  return header;
}
