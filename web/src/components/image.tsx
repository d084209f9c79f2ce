/**
 * `sizes` of a picture as wide as the screen. On a phone less than it is: at two dots a pixel it then takes the width
 * of 480 that is kept for reading without a network, for less than half the bytes of the next one.
 */
export const ACROSS = '(min-width: 40em) 100vw, 60vw';

/**
 * A picture that has its place before it has arrived. `first` for the one that a visitor sees at once.
 * @param onMissing told when it cannot be had
 */
export function Image({
  source,
  width,
  height,
  alt,
  sizes,
  first = false,
  onMissing,
}: {
  source: { src: string; srcSet: string };
  width: number;
  height: number;
  alt: string;
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
