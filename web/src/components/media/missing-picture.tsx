import type { CSSProperties } from 'react';

export const NOT_ON_DEVICE = 'Esta imagen no está en tu dispositivo. Cuando vuelva la señal va a estar acá.';

/** Placeholder for a picture that is neither on the device nor reachable. It is as high, so that nothing moves. */
export const MissingPicture = ({ width, height }: { width: number; height: number }) => (
  <p className="video absent" style={{ '--ratio': `${width} / ${height}` } as CSSProperties}>
    {NOT_ON_DEVICE}
  </p>
);
