import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useOffline } from '../use-offline.ts';
import { MissingPicture } from './missing-picture.tsx';

/**
 * `sizes` of a picture as wide as the screen. Deliberately too small for phones: at a pixel ratio of 2 they then load
 * the 480 px width, which is also the one kept for offline reading, at less than half the bytes of the next width.
 */
export const ACROSS = '(min-width: 40em) 100vw, 60vw';

/**
 * A picture whose space is reserved before it loads. `first` marks the one above the fold. It is tried again when the
 * network is back.
 * @param alt in place of what the picture's own text says
 * @param missing what stands in its place if it cannot be loaded
 */
export function Image({
  source,
  picture: { width, height, alt: own = '' },
  alt = own,
  sizes,
  first = false,
  missing = <MissingPicture width={width} height={height} alt={alt} />,
}: {
  source: { src: string; srcSet: string };
  picture: { width: number; height: number; alt?: string };
  alt?: string | undefined;
  sizes: string;
  first?: boolean;
  missing?: ReactNode;
}) {
  const place = useRef<HTMLImageElement>(null);
  const [isMissing, setMissing] = useState(false);
  const isOffline = useOffline();
  useEffect(() => {
    // It may have failed before the application was there.
    setMissing(isOffline && place.current?.complete === true && place.current.naturalWidth === 0);
  }, [isOffline, source.src]);
  if (isMissing) return missing;
  return (
    <img
      ref={place}
      src={source.src}
      srcSet={source.srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : 'auto'}
      onError={() => setMissing(true)}
    />
  );
}
