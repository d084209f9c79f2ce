/** Stands where a picture would, which neither the device nor the network has. */
export const MissingPicture = () => (
  <p className="video">Esta imagen no está en tu dispositivo. Cuando vuelva la señal va a estar acá.</p>
);
