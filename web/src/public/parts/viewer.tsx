import { useEffect, useRef, useState } from 'react';
import { albumPicture } from '#contract/addresses/files';
import type { Album } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import type { Video as VideoItem } from '#contract/values/videos';
import { Image } from '../../components/media/image.tsx';
import { providerName, Video } from '../../components/media/video.tsx';
import { nextInAlbum, previousInAlbum, withinAlbum } from './viewer-order.ts';

type Item = { kind: 'image'; image: Picture } | { kind: 'video'; video: VideoItem };

/**
 * The album's large viewer and its strip of thumbnails. Without a script it shows the first picture, and the strip
 * links to all of them.
 */
export function Viewer({ album }: { album: Album }) {
  const items: Item[] = [
    ...album.images.map((image) => ({ kind: 'image' as const, image })),
    ...album.videos.map((video) => ({ kind: 'video' as const, video })),
  ];
  const [chosen, setChosen] = useState(0);
  // A refresh may have removed the last items.
  const at = withinAlbum(chosen, items.length);
  const [wasEnded, setEnded] = useState(false);
  const strip = useStrip(at);
  const item = items[at];
  if (!item) return <p>Este álbum todavía no tiene imágenes.</p>;

  function show(number: number, afterEnd = false) {
    setEnded(afterEnd);
    setChosen(number);
  }
  return (
    <section className="viewer" aria-label="Visor del álbum">
      <div className="stage" aria-live="polite">
        {item.kind === 'image' && (
          <Image
            key={item.image.name}
            source={albumPicture(album, item.image, 1600)}
            picture={item.image}
            alt={item.image.alt ?? `${album.title}: imagen ${at + 1} de ${items.length}`}
            sizes="(min-width: 80em) 75rem, 100vw"
            first
          />
        )}
        {item.kind === 'video' && (
          <Video
            key={item.video.id}
            url={item.video.url}
            title={`${album.title}: video ${at + 1} de ${items.length}`}
            isWanted={wasEnded}
            onEnd={() => show(nextInAlbum(at, items.length), true)}
          />
        )}
      </div>
      {items.length > 1 && (
        <div className="controls scripted">
          <span className="date">
            {at + 1} de {items.length}
          </span>
          <button type="button" aria-label="Anterior" onClick={() => show(previousInAlbum(at, items.length))}>
            ←
          </button>
          <button type="button" aria-label="Siguiente" onClick={() => show(nextInAlbum(at, items.length))}>
            →
          </button>
        </div>
      )}
      {items.length > 1 && (
        <ul className="thumbnails" ref={strip}>
          {items.map((one, number) => (
            <li key={one.kind === 'image' ? one.image.name : one.video.id}>
              <Thumbnail
                album={album}
                item={one}
                number={number}
                isShown={number === at}
                onChoose={() => show(number)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Scrolls the strip to the current thumbnail without scrolling the page. */
function useStrip(at: number) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const shown = list?.children[at];
    if (!list || !shown) return;
    const [whole, one] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
    list.scrollLeft += one.left + one.width / 2 - (whole.left + whole.width / 2);
  }, [at]);
  return strip;
}

/**
 * A link to the picture or video file; with a script, it selects the item in the viewer. A video is shown as its number
 * and its provider's name instead of a still: the still would be requested from the provider's site before the visitor
 * chooses to watch.
 */
function Thumbnail({
  album,
  item,
  number,
  isShown,
  onChoose,
}: {
  album: Album;
  item: Item;
  number: number;
  isShown: boolean;
  onChoose: () => void;
}) {
  const isImage = item.kind === 'image';
  const alt = isImage && item.image.alt ? `: ${item.image.alt}` : '';
  return (
    <a
      href={isImage ? albumPicture(album, item.image, 1600).src : item.video.url}
      aria-current={isShown ? 'true' : undefined}
      aria-label={isImage ? `Ver la imagen ${number + 1}${alt}` : undefined}
      data-for-app
      onClick={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {isImage ? (
        <Image
          source={albumPicture(album, item.image, 240)}
          picture={item.image}
          alt=""
          sizes="7rem"
          missing={
            <span>
              Imagen {number + 1} <small>sin guardar</small>
            </span>
          }
        />
      ) : (
        <span>
          <span aria-hidden="true">▶ </span>Video {number + 1 - album.images.length}{' '}
          <small>{providerName(item.video.url)}</small>
        </span>
      )}
    </a>
  );
}
