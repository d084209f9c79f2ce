import type { CSSProperties } from 'react';

const NOT_ON_DEVICE = 'Esta imagen no está en tu dispositivo. Cuando vuelva la señal va a estar acá.';

/** What is said in the place of a picture. @param alt what it shows; '' where the text beside it says that */
export const missingWords = (alt: string) => (alt && `«${alt}»: `) + NOT_ON_DEVICE;

/** Placeholder for a picture that is neither on the device nor reachable. It is as high, so that nothing moves. */
export const MissingPicture = ({ width, height, alt }: { width: number; height: number; alt: string }) => (
  <p className="video absent" style={{ '--ratio': `${width} / ${height}` } as CSSProperties}>
    {missingWords(alt)}
  </p>
);
