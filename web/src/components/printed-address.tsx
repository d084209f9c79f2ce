import { qrCodeOf } from '#contract/addresses/qr-codes';

/** The page's address with its QR code, on paper only. @param url the page's absolute public URL */
export function PrintedAddress({ url }: { url: string }) {
  return (
    <div className="only-print printed-address">
      {/* Lazy, because a browser then requests it only for printing. */}
      <img className="qr" src={qrCodeOf(new URL(url).pathname)} width="132" height="132" alt="" loading="lazy" />
      <p>{url}</p>
    </div>
  );
}
