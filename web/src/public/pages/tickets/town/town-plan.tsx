import type { ReactNode } from 'react';
import type { PicturePlace, TownPicture } from '#contract/tickets/town-picture';

export interface PlanPin extends PicturePlace {
  /** What it stands for, in words. */
  label: string;
  /** Where it leads. */
  to?: string;
  isDone?: boolean;
}

/** The measure of a pin, in the picture's pixels: it is some 2.5 of it high. */
export const pinSize = ({ width, height }: Pick<TownPicture, 'width' | 'height'>) => Math.max(width, height) / 45;

/** The picture of the town with pins. Drawn as one picture, because documents allow no styles of single elements. */
export function TownPlan({
  picture: { width, height },
  source,
  pins,
  label = 'Plano del pueblo',
  children,
}: {
  picture: TownPicture;
  /** Address of the picture. */
  source: string;
  pins: readonly PlanPin[];
  label?: string;
  /** Drawn over the pins. */
  children?: ReactNode;
}) {
  const size = pinSize({ width, height });
  return (
    <svg className="town-plan" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <image href={source} width={width} height={height} />
      {pins.map(({ x, y, label: words, to, isDone = false }, at) => {
        const shape = (
          <g className={isDone ? 'town-pin done' : 'town-pin'} transform={`translate(${x * width} ${y * height})`}>
            {/* Within a button it would be a part of what the button says. */}
            {to !== undefined && <title>{words}</title>}
            <path d={`M0 0l${-size * 0.7} ${-size * 1.3}a${size * 0.8} ${size * 0.8} 0 1 1 ${size * 1.4} 0z`} />
          </g>
        );
        // Several may stand at one place.
        return to === undefined ? (
          <g key={at}>{shape}</g>
        ) : (
          <a key={at} href={to} aria-label={words}>
            {shape}
          </a>
        );
      })}
      {children}
    </svg>
  );
}
