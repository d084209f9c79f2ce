/**
 * `sizes` of a picture as wide as the screen. Deliberately too small for phones: at a pixel ratio of 2 they then load
 * the 480 px width, which is also the one kept for offline reading, at less than half the bytes of the next width.
 */
export const ACROSS = '(min-width: 40em) 100vw, 60vw';

/**
 * A picture whose space is reserved before it loads. `first` marks the one above the fold.
 * @param alt in place of what the picture's own text says
 * @param onMissing called if it cannot be loaded
 */
export function Image({
  source,
  picture: { width, height, alt: own = '' },
  alt = own,
  sizes,
  first = false,
  onMissing,
}: {
  source: { src: string; srcSet: string };
  picture: { width: number; height: number; alt?: string };
  alt?: string | undefined;
  sizes: string;
  first?: boolean;
  onMissing?: () => void;
}) {
  return (
    <img
      src={source.src}
      srcSet={source.srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : 'auto'}
      onError={onMissing}
    />
  );
}
