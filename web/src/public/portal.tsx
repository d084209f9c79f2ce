import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { isUpload } from '#contract/addresses/files';
import { pages } from '#contract/addresses/pages';
import { isSubscription } from '#contract/addresses/subscriptions';
import { NoticeArea } from '../components/notice.tsx';
import { useOffline } from '../components/use-offline.ts';
import { Layout } from './parts/frame/layout.tsx';
import { Failed, fileTitle, FileNotOnDevice, Missing, NotOnDevice } from './parts/no-page.tsx';
import { Redirect } from './public-page.ts';
import type { LayoutData } from './public-page.ts';
import { showHead } from './head.ts';
import { inOrder } from './in-order.ts';
import { keepPlace, rememberScroll, restoreScroll } from './scroll.ts';
import type { View } from './view.ts';

/** Loads views in the browser, and reports changes of their data. */
export interface ViewSource {
  /**
   * Loads a view. `partial`: only the data on this device, because the server could not be reached.
   * @throws NotHeld if the view is neither on the device nor reachable; any other error of loading
   */
  view(path: string): Promise<{ view: View | Redirect; partial: boolean }>;
  /** Calls back whenever the data on the device has changed. @returns function that unsubscribes */
  subscribe(listener: () => void): () => void;
  isNotHeld(error: unknown): boolean;
}

type Loaded =
  | { path: string; kind: 'view'; view: View; partial: boolean }
  | Unshown<'not-on-device'>
  | Unshown<'file-not-on-device'>
  | Unshown<'failed'>;
/** A page with nothing to show; `layout` is undefined where the device has none. */
type Unshown<Kind> = { path: string; kind: Kind; layout: LayoutData | undefined };

/** `key` is the path at which the page was opened. A title that is corrected changes the path, not the key. */
type Opened = Loaded & { key: string };

/**
 * The public site: renders the view of the address, and keeps the last one on screen while the next one loads.
 * @param initial the view that the server has rendered; null in the offline shell
 * @param layout layout data until the first view has its own
 * @param source null on the server, which never navigates
 */
export function Portal({
  initial,
  layout,
  source,
}: {
  initial: View | null;
  layout: LayoutData;
  source: ViewSource | null;
}) {
  const { shown, pending, retry } = useView(initial, source);
  useArrival(shown, initial !== null);
  // Event handlers are attached from here on. The starter waits for this to repeat a press.
  useEffect(() => {
    document.documentElement.classList.add('ready');
    document.dispatchEvent(new Event('app-ready'));
  }, []);
  const lastLayout = useRef(layout);
  const partial = shown?.kind === 'view' && shown.partial;
  const isOffline = useOffline();
  lastLayout.current = (shown?.kind === 'view' ? shown.view.layout : shown?.layout) ?? lastLayout.current;
  return (
    <NoticeArea>
      <Layout layout={lastLayout.current} pending={pending} partial={partial}>
        {shown && (isOffline || partial || shown.kind === 'not-on-device') && (
          <Announcement key={shown.path} path={shown.path} isHeld={shown.kind === 'view' && !partial} />
        )}
        {shown && <Body shown={shown} retry={retry} />}
      </Layout>
    </NoticeArea>
  );
}

/** The message that announced a page, where the server is not reached. Only then its code is loaded. */
function Announcement({ path, isHeld }: { path: string; isHeld: boolean }) {
  const [message, set] = useState<ReactNode>(null);
  useEffect(() => {
    let isOver = false;
    import('./announcement.tsx')
      .then(({ announcementOf }) => announcementOf(path, isHeld))
      .then(
        (found) => isOver || set(found),
        () => {},
      );
    return () => {
      isOver = true;
    };
  }, [path, isHeld]);
  return message;
}

function Body({ shown, retry }: { shown: Opened; retry: () => void }) {
  if (shown.kind === 'not-on-device') return <NotOnDevice retry={retry} />;
  if (shown.kind === 'file-not-on-device') return <FileNotOnDevice path={shown.path} />;
  if (shown.kind === 'failed') return <Failed retry={retry} />;
  const { page, data, layout, url } = shown.view;
  return data === null ? <Missing /> : <page.Page key={shown.key} data={data} url={url} {...layout} />;
}

function useView(initial: View | null, source: ViewSource | null) {
  const location = useLocation();
  const navigate = useNavigate();
  const path = location.pathname + location.search;
  const [shown, setShown] = useState<Opened | null>(
    initial && { path: initial.path, key: initial.path, kind: 'view', view: initial, partial: false },
  );
  const [tries, setTries] = useState(0);
  /** Where the browser does not keep the reader's place by itself, as Safari. */
  const putBack = useRef(() => {});
  useLayoutEffect(() => {
    putBack.current();
    putBack.current = () => {};
  }, [shown]);

  useEffect(() => {
    if (!source) return;
    let isCurrent = true;
    let isShown = shown?.path === path && shown.kind === 'view';
    const load = inOrder(async () => {
      const next = await viewAt(path, source);
      const hasMoved = isShown && next instanceof Redirect && next.status === 301;
      return hasMoved ? viewAt(next.to, source) : next;
    }, show);
    function show(next: Loaded | Redirect) {
      if (!isCurrent) return;
      if (next instanceof Redirect) return navigate(next.to, { replace: true });
      const isSamePage = isShown;
      isShown = next.kind === 'view';
      if (isSamePage && !('overflowAnchor' in document.documentElement.style)) putBack.current = keepPlace();
      setShown((before) => {
        if (before && isSame(before, next)) return before;
        return { ...next, key: before && isSamePage ? before.key : next.path };
      });
      if (next.path !== path) void navigate(next.path, { replace: true });
    }
    // What has changed since the page moved here has been told to nobody.
    if (!isShown || shown?.key !== path) load();
    const end = source.subscribe(load);
    return () => {
      isCurrent = false;
      end();
    };
    // The view depends on the address and the source alone; listing it would load every view twice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path, source, tries, navigate]);

  return { shown, pending: shown?.path !== path, retry: () => setTries(tries + 1) };
}

/**
 * Updates title, scroll position and focus when a view has loaded; the focus makes screen readers announce it.
 * @param isDrawn the first view was in the document, so the browser has already scrolled to the address's anchor
 */
function useArrival(shown: Opened | null, isDrawn: boolean): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const isBack = navigation === 'POP';
  const last = useRef<Opened | null>(null);
  const hasArrived = shown?.path === location.pathname + location.search;
  // A layout effect, because a later one could take the focus from what the person has chosen in the meantime.
  useLayoutEffect(() => {
    if (!shown || !hasArrived) return;
    if (shown.kind === 'view') showHead(shown.view.head, shown.view.url);
    else showHead({ title: titleOf(shown), description: '', noIndex: true }, '');
    const before = last.current;
    last.current = shown;
    const isSamePage = before?.key === shown.key && before.kind === shown.kind;
    // Another address of the page, or the page behind one of its own anchors.
    const staysInPlace = isSamePage && (before.path !== shown.path || (isBack && location.hash));
    if (before === null) {
      if (!isDrawn) restoreScroll(location.key, false, location.hash);
    } else if (!staysInPlace) {
      const anchor = restoreScroll(location.key, isBack, location.hash);
      const left = isBack && document.querySelector<HTMLElement>(`main a[href="${before.path}"]`);
      (left || anchor || document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    }
    return () => rememberScroll(location.key);
    // Only a new page moves the focus, not a refresh of the current one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasArrived, shown?.key, shown?.kind, location.key]);
}

const TITLES = { 'not-on-device': 'Esto no está en tu dispositivo', failed: 'No pudimos mostrar la página' };
const titleOf = ({ path, kind }: Exclude<Loaded, { kind: 'view' }>) =>
  kind === 'file-not-on-device' ? fileTitle(path) : TITLES[kind];

/** Loads what an address shows; where that is nothing, what is around it all the same: an alert may be in force. */
export async function viewAt(path: string, source: ViewSource): Promise<Loaded | Redirect> {
  // The service worker opens the portal at a file's address if the file is neither reachable nor on the device.
  if (isUpload(path) || isSubscription(path))
    return { path, kind: 'file-not-on-device', layout: await layoutOf(source) };
  try {
    const { view, partial } = await source.view(path);
    return view instanceof Redirect ? view : { path, kind: 'view', view, partial };
  } catch (error) {
    const kind = source.isNotHeld(error) ? 'not-on-device' : 'failed';
    return { path, kind, layout: await layoutOf(source) };
  }
}

/** Returns the layout as the device has it, taken from a page that loads nothing else; undefined if it has none. */
const layoutOf = (source: ViewSource): Promise<LayoutData | undefined> =>
  source.view(pages.device()).then(
    ({ view }) => (view instanceof Redirect ? undefined : view.layout),
    () => undefined,
  );

/** Keeps the current view if a refresh returns equal data, so that nothing re-renders or moves under a finger. */
function isSame(a: Loaded, b: Loaded): boolean {
  if (a.kind !== 'view' || b.kind !== 'view') return false;
  return (
    a.path === b.path &&
    a.partial === b.partial &&
    JSON.stringify([a.view.layout, a.view.data]) === JSON.stringify([b.view.layout, b.view.data])
  );
}
