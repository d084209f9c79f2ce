import { useEffect, useState } from 'react';
import { printPage } from './print.ts';
import { PrintedAddress } from './printed-address.tsx';

/** Links that share a page's address, with an optional print button, and the device's share sheet if it has one. */
export function Share({ title, url, print = false }: { title: string; url: string; print?: boolean }) {
  const [hasSheet, setHasSheet] = useState(false);
  useEffect(() => setHasSheet('share' in navigator), []);
  const address = encodeURIComponent(url);
  const text = encodeURIComponent(title);
  return (
    <aside className="share" aria-label="Compartir">
      <ul>
        <li>
          <a
            className="button quiet"
            href={`https://wa.me/?text=${text}%20${address}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            WhatsApp
          </a>
        </li>
        <li>
          <a
            className="button quiet"
            href={`https://x.com/intent/post?text=${text}&url=${address}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            X
          </a>
        </li>
        <li>
          <a
            className="button quiet"
            href={`https://www.facebook.com/sharer/sharer.php?u=${address}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Facebook
          </a>
        </li>
        {hasSheet && (
          <li>
            <button
              className="button quiet"
              type="button"
              onClick={() => void navigator.share({ title, url }).catch(() => {})}
            >
              Más formas de compartir
            </button>
          </li>
        )}
        {print && (
          <li className="scripted">
            <button className="button quiet" type="button" onClick={() => void printPage()}>
              Imprimir
            </button>
          </li>
        )}
      </ul>
      <PrintedAddress url={url} />
    </aside>
  );
}
