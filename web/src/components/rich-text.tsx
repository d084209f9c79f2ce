import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUpload } from '#contract/addresses/files';
import { isSubscription } from '#contract/addresses/subscriptions';
import { shownText } from '#contract/uploaded/text-pictures';
import { drawnText } from './drawn-text.ts';
import { missingWords } from './media/missing-picture.tsx';
import { useOffline } from './use-offline.ts';

/**
 * Rich text, sanitized by the server when it was saved; links within this site are followed without a reload.
 * @param town the town's own telephone, for numbers without an area code
 */
export function RichText({ html, town, className = 'text' }: { html: string; town: string; className?: string }) {
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const shown = drawnText(shownText(html), town);
  const isOffline = useOffline();
  useEffect(() => {
    // Also pictures that were missing, when the network is back.
    renew(place.current, shown);
    const unwatch = [watchTables(place.current), watchPictures(place.current)];
    return () => unwatch.forEach((end) => end());
  }, [shown, isOffline]);
  function follow(event: MouseEvent<HTMLDivElement>) {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const isPage = href && /^\/(?!\/)/.test(href) && !isUpload(href) && !isSubscription(href);
    if (!isPage || !isPlainClick) return;
    event.preventDefault();
    void navigate(href);
  }
  // The links themselves are operable by keyboard, and their activation fires a click.
  return <div ref={place} className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: shown }} />;
}

/**
 * A document may be older than its data, and React leaves the text that it finds there. Which file a picture shows is
 * left as it is: it may be held back for people who pay by the megabyte.
 */
function renew(place: HTMLElement | null, html: string): void {
  const present = document.createElement('template');
  present.innerHTML = html;
  const isSame = place && withoutFiles(place.innerHTML) === withoutFiles(present.innerHTML);
  if (place && !isSame) place.innerHTML = present.innerHTML;
}
const withoutFiles = (html: string) => html.replace(/ (?:src|srcset|loading)="[^"]*"/g, '');

const HINT = 'Deslizá la tabla para ver el resto.';

/** Adds a hint above each table that does not fit, because phones show no scroll bar. */
function watchTables(place: HTMLElement | null): () => void {
  const boxes = [...(place?.querySelectorAll<HTMLElement>('.scroll') ?? [])];
  const watch = new ResizeObserver(() => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth + 1) box.dataset.hint = HINT;
      else delete box.dataset.hint;
    }
  });
  for (const box of boxes) watch.observe(box);
  return () => watch.disconnect();
}

/** Says in the place of a picture that it is not there. */
function watchPictures(place: HTMLElement | null): () => void {
  function replace({ target }: Event): void {
    if (!(target instanceof HTMLImageElement)) return;
    const note = document.createElement('p');
    note.className = 'video';
    note.textContent = missingWords(target.alt);
    target.replaceWith(note);
  }
  // These events do not bubble.
  place?.addEventListener('error', replace, true);
  return () => place?.removeEventListener('error', replace, true);
}
