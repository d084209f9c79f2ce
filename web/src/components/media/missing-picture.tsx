/** Placeholder for a picture that is neither on the device nor reachable. */
export const MissingPicture = () => (
  <p className="video">Esta imagen no está en tu dispositivo. Cuando vuelva la señal va a estar acá.</p>
);
