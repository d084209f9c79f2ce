import { isUpload } from '#contract/addresses/files';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { isPictureName, pictureNameIn } from '#contract/values/pictures';
import { imageTag } from '#contract/uploaded/text-pictures';
import { asUrl, hexHash, oneLine } from '#contract/values/text';
import { madeOf } from './lists.ts';
import type { PastedPicture } from './pasted-text.ts';

/**
 * Leaves of the pictures in HTML those that a text can have: the portal's own; those that are in the HTML itself; and
 * in the place of those elsewhere one that is missing, under its name, for a person to pick it. In place.
 */
export function keepPictures(root: ParentNode): { taken: PastedPicture[]; asked: string[] } {
  const taken: PastedPicture[] = [];
  const asked: string[] = [];
  for (const image of root.querySelectorAll('img')) {
    const src = sourceOf(image);
    const own = ownName(src);
    const kind = /^data:image\/([\w.+-]+);base64,/i.exec(src)?.[1];
    const isElsewhere = /^(?:https?|file|cid|blob):/i.test(src);
    if (!own && !kind && !isElsewhere) {
      image.remove();
      continue;
    }
    const called =
      /([^/\\]+)\.(?:jpe?g|png|webp|avif|gif|heic|bmp|svg)(?:[?#].*)?$/i.exec(decodedAddress(src))?.[1] ?? image.alt;
    const name = own ?? uploadedPictureName(`${kind ? image.alt || 'pegada' : called || 'sin nombre'}.x`, hexHash(src));
    const file = kind ? fileOf(src, `${called || 'Imagen pegada'}.${kind}`) : null;
    if (file) taken.push({ name, file });
    else if (!own) asked.push(name);
    const alt = oneLine(image.alt);
    const around = image.closest('figure');
    const caption = around?.querySelector('figcaption');
    const kept = madeOf(image, 'img', []);
    // An empty one may be of a picture that is not described yet.
    kept.setAttribute('data-picture', imageTag({ name, ...(alt && { alt }), ...sizeIn(own, image) }));
    if (own !== null && around?.className === 'half') kept.setAttribute('data-half', '');
    if (caption) kept.setAttribute('data-caption', oneLine(caption.textContent ?? ''));
    caption?.remove();
    image.replaceWith(kept);
  }
  return { taken, asked };
}

/** Puts each picture that was kept into a figure of its own, behind the paragraph that it was in. In place. */
export function makeFigures(root: Element): void {
  // From the last one on, so that several of one paragraph keep their order.
  for (const image of [...root.querySelectorAll('img[data-picture]')].reverse()) {
    const block = image.closest('p, h1, h2, h3, h4, h5, h6');
    const place = block && root.contains(block) ? block : null;
    const cell = image.closest('li, td, th, blockquote');
    const caption = image.getAttribute('data-caption');
    const figure = madeOf(image, 'figure', []);
    figure.innerHTML = image.getAttribute('data-picture') ?? '';
    if (image.hasAttribute('data-half')) figure.className = 'half';
    if (caption) figure.append(madeOf(image, 'figcaption', [root.ownerDocument.createTextNode(caption)]));
    image.remove();
    if (place) place.after(figure);
    else if (cell) cell.append(figure);
    else root.append(figure);
    if (place && !/[^\s\u00a0]/.test(place.textContent ?? '') && !place.querySelector('img')) place.remove();
  }
}

/** Where a picture is; pages that load it later have something else in its place until then. */
function sourceOf(image: HTMLImageElement): string {
  const shown = image.getAttribute('src') ?? '';
  const later = LATER.map((name) => image.getAttribute(name) ?? '').find((address) => /^https?:/i.test(address));
  return later !== undefined && (shown === '' || shown.startsWith('data:')) ? later : shown;
}
const LATER = ['data-src', 'data-lazy-src', 'data-original'];

function decodedAddress(src: string): string {
  try {
    return decodeURI(src);
  } catch {
    return src;
  }
}

/** The name of a picture of the portal's own texts; null for any other. */
function ownName(src: string): string | null {
  const address = asUrl(src);
  const path = address ? (address.origin === location.origin ? address.pathname : '') : src;
  const name = isUpload(path) && /^\/uploads\/text\/[\w-]+\.webp$/.test(path) ? pictureNameIn(path.slice(14)) : null;
  return name !== null && isPictureName(name) ? name : null;
}

/** Only that of the portal's own says how large it is. */
function sizeIn(own: string | null, image: HTMLImageElement): { width?: number; height?: number } {
  const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
  return own !== null && width > 0 && height > 0 ? { width, height } : {};
}

/** The file in a data URL; null if it is broken. */
function fileOf(url: string, name: string): File | null {
  try {
    const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
    return new File([bytes], name, { type: url.slice(5, url.indexOf(';')) });
  } catch {
    return null;
  }
}
