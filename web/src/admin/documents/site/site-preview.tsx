import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { siteSchema } from '#contract/town/documents';
import { lookProperties } from '#contract/town/look';
import type { SiteDocument } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { pages } from '#contract/addresses/pages';
import { dayAt } from '#contract/values/dates';
import { addStyleSheet } from '../../../components/style-sheet.ts';
import { EmergencyStrip } from '../../../public/parts/emergencies.tsx';
import { Footer } from '../../../public/parts/frame/footer.tsx';
import { Mark } from '../../../public/parts/frame/mark.tsx';
import type { Home } from '../../../public/pages/home.tsx';
import { Redirect } from '../../../public/public-page.ts';
import { viewOf } from '../../../public/view.ts';
import type { View } from '../../../public/view.ts';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import { createPreviewReader } from '../../workspace/preview-reader.ts';
import { useRead, useWorkspace } from '../../workspace/workspace.ts';
import { StillRouter } from '../../parts/still-router.tsx';

/**
 * The home page with the values of the form, before they are saved, in a shadow tree, because its style is that of the
 * public pages. Nothing in it can be pressed. A value that cannot be saved changes nothing.
 */
export function SitePreview({
  value,
  image,
  hero,
}: {
  value: Json;
  image: SiteDocument['image'];
  /** The photo of the home page, sent or not. */
  hero: Picture | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const root = useRef<Root>(null);
  const view = useHome();
  const [site, setSite] = useState<SiteDocument | null>(null);
  useEffect(() => {
    const parsed = siteSchema.safeParse(value).data;
    if (parsed) setSite({ ...parsed, id: 'site', image: image ?? null });
  }, [value, image]);

  useLayoutEffect(() => {
    const place = host.current as HTMLDivElement;
    const shadow = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
    const frame = document.createElement('div');
    shadow.replaceChildren(frame);
    void addStyleSheet(document.getElementById('root')?.dataset.style ?? '', shadow);
    root.current = createRoot(frame);
    const fit = new ResizeObserver(() => fitInto(place, frame));
    fit.observe(place);
    fit.observe(frame);
    return () => {
      fit.disconnect();
      const ended = root.current;
      // React cannot unmount a root while it renders another.
      setTimeout(() => ended?.unmount());
    };
  }, []);

  useEffect(() => {
    if (!view || !site) return;
    const { Page } = view.page;
    const home = view.data as Home;
    root.current?.render(
      <div style={styleOf(site)} inert>
        <StillRouter>
          <header className="header">
            <span className="brand">
              <Mark site={site} />
              <span>
                {site.town}
                <small>{site.province && `Provincia de ${site.province}`}</small>
              </span>
            </span>
            <EmergencyStrip site={site} />
          </header>
          <Page
            {...view.layout}
            data={{ ...home, highlights: home.highlights.slice(0, 1), hero: { id: 'hero', image: hero } }}
            site={site}
            url={view.url}
          />
          <Footer site={site} today={view.layout.today} />
        </StillRouter>
      </div>,
    );
  }, [view, site, hero]);

  return <div ref={host} className="site-preview" role="group" tabIndex={0} aria-label="Vista previa de la portada" />;
}

/** The home page of this device's records; null while it is read. */
function useHome(): View | null {
  const { store } = useWorkspace();
  const [view, setView] = useState<View | null>(null);
  const read = useRead('home', (one) => Promise.all([one.all('story'), one.all('agenda')]))?.value;
  useEffect(() => {
    if (!read) return;
    let isCurrent = true;
    const today = dayAt(Date.now());
    const reader = createPreviewReader(store, 'site', { id: 'site' }, today);
    viewOf({ path: pages.home(), origin: location.origin, reader, today }).then((home) => {
      if (isCurrent && !(home instanceof Redirect)) setView(home);
    }, reportError);
    return () => {
      isCurrent = false;
    };
  }, [store, read]);
  return view;
}

/** As wide as the window, so that the style's queries hold, and made smaller to fit. */
function fitInto(place: HTMLElement, frame: HTMLElement): void {
  const scale = place.clientWidth / innerWidth;
  Object.assign(frame.style, {
    width: `${innerWidth}px`,
    transformOrigin: '0 0',
    transform: `scale(${scale})`,
    marginBottom: `${-(1 - scale) * frame.offsetHeight}px`,
  });
}

/** What the documents of the public pages set on their root and body, in a shadow tree. */
function styleOf(site: SiteDocument): CSSProperties {
  const { light, dark } = lookProperties(site);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const own = Object.entries({ ...light, ...(isDark ? dark : {}) }).map(([name, one]) => [`--${name}`, one]);
  return {
    ...Object.fromEntries(own),
    font: 'var(--t1)/1.55 var(--text)',
    color: 'var(--ink)',
    background: 'var(--paper)',
  };
}
