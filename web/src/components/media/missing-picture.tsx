export const NOT_ON_DEVICE = 'Esta imagen no está en tu dispositivo. Cuando vuelva la señal va a estar acá.';

/** Placeholder for a picture that is neither on the device nor reachable. */
export const MissingPicture = () => <p className="video">{NOT_ON_DEVICE}</p>;
