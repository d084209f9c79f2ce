import { withTimeout } from '../browser/with-timeout.ts';

/** Maximum time, in ms, to wait for a picture before printing without it. */
const PATIENCE = 5000;

/** Prints the page when its QR codes have loaded. Not every browser waits for pictures that it loads for printing. */
export async function printPage(): Promise<void> {
  const codes = [...document.querySelectorAll<HTMLImageElement>('img.qr')];
  for (const code of codes) code.loading = 'eager';
  const loaded = Promise.all(codes.map((code) => code.decode()));
  await withTimeout(PATIENCE, loaded, new Error('no QR code')).catch(() => {});
  window.print();
}
