/** Addresses of QR codes. They import nothing: the service worker has them. */

const FOLDER = '/qr';

/** The picture of the QR code that leads to a page. @param path of the page, without a query */
export const qrCodeOf = (path: string) => (path === '/' ? FOLDER : FOLDER + path);

/** Returns the path of the page that a QR code leads to, or null if the address is not that of a QR code. */
export function pageOfQrCode(address: string): string | null {
  if (address === FOLDER) return '/';
  return address.startsWith(`${FOLDER}/`) ? address.slice(FOLDER.length) : null;
}

/** Maximum length of a page's path in a QR code, so that its modules are large enough to be read from paper. */
export const QR_PATH_MAX = 200;
