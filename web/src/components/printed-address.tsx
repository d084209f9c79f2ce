import { qrCodeOf } from '#contract/addresses/qr-codes';

/**
 * The page's address with its QR code, on paper only. A document of the server contains the code
 * (`api/http/inlined-qr-code.ts`).
 * @param url the page's absolute public URL
 */
export function PrintedAddress({ url }: { url: string }) {
  // Not every browser waits for what it asks for when it prints. Where a service worker draws it, it is there before.
  const isDrawnHere = typeof document !== 'undefined' && navigator.serviceWorker?.controller;
  return (
    <div className="only-print printed-address">
      <img
        className="qr"
        src={qrCodeOf(new URL(url).pathname)}
        width="132"
        height="132"
        alt=""
        loading={isDrawnHere ? 'eager' : 'lazy'}
      />
      <p>{url}</p>
    </div>
  );
}
