/**
 * Holds pictures back for people who pay by the megabyte: those on the first screen are loaded, the others where a
 * person taps. Documents load this for them alone, and hide lazy pictures until it runs (`light` in
 * `web/src/public/document.ts`), because browsers load them from far below the screen.
 */
const root = document.documentElement;
/** The addresses of the pictures that are held back. */
const held = new Map<HTMLImageElement, { src: string; srcset: string }>();
/** Those of which it is not known yet whether they are on the first screen. */
let fresh: HTMLImageElement[] = [];

/** Shows a drawing of the same size in the place of a picture. Those for printing have one size only, and stay. */
function hold(image: HTMLImageElement): void {
  if (image.loading !== 'lazy' || !image.srcset || held.has(image)) return;
  held.set(image, { src: image.src, srcset: image.srcset });
  fresh.push(image);
  image.srcset = '';
  draw(image);
}

/** Draws the words as large as the page's, however wide the picture is shown. @param shown its width on screen */
function draw(image: HTMLImageElement, shown = 0): void {
  const [width = 480, height = 320] = ['width', 'height'].map((name) => Number(image.getAttribute(name)) || undefined);
  image.src = `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" ` +
      `fill="#dde5e2"/><text x="50%" y="52%" text-anchor="middle" font-family="system-ui,Roboto,sans-serif" ` +
      `font-size="${(width / (shown || width)) * 17}" fill="#0d2530">Ver imagen</text></svg>`,
  )}`;
}

function show(image: HTMLImageElement): void {
  const source = held.get(image);
  if (!source) return;
  held.delete(image);
  image.loading = 'eager';
  Object.assign(image, source);
}

/** Decides about new pictures once the page has been laid out. */
function decide(): void {
  const images = fresh;
  fresh = [];
  for (const image of images) {
    const { top, right, bottom, left, width } = image.getBoundingClientRect();
    if (width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0) show(image);
    else if (width > 0) draw(image, width);
  }
  for (const image of held.keys()) if (!image.isConnected) held.delete(image);
  more.hidden = held.size === 0;
}

function look(): void {
  const before = fresh.length;
  document.querySelectorAll('img').forEach(hold);
  if (fresh.length > before && document.readyState !== 'loading') requestAnimationFrame(decide);
}

/** The picture that a press is on: under it, or under a link that covers the picture's card. */
function pressedPicture({ clientX, clientY }: MouseEvent): HTMLImageElement | undefined {
  const [top, ...below] = document.elementsFromPoint(clientX, clientY);
  return [...held.keys()].find(
    (image) => image === top || (below.includes(image) && top && image.parentElement?.contains(top)),
  );
}

/** All of them at once, for keyboards and screen readers too. The document has no style for what it did not draw. */
const more = document.createElement('aside');
const all = document.createElement('button');
more.hidden = true;
more.setAttribute('aria-label', 'Imágenes de la página');
more.style.cssText = 'padding:1rem;text-align:center';
all.type = 'button';
all.style.cssText = 'display:block;margin:.6rem auto 0;padding:.8rem 1.2rem';
all.textContent = 'Ver todas las imágenes';
all.addEventListener('click', () => {
  [...held.keys()].forEach(show);
  more.hidden = true;
});
more.append('Para cuidar tus datos no bajamos todas las imágenes. ', all);

// Before the handlers of the page: the first tap on a picture loads it and does nothing else.
addEventListener(
  'click',
  (event) => {
    const image = event.detail > 0 ? pressedPicture(event) : undefined;
    if (!image) return;
    event.preventDefault();
    event.stopPropagation();
    show(image);
  },
  true,
);
new MutationObserver(look).observe(root, { childList: true, subtree: true });
function begin(): void {
  document.body.append(more);
  look();
  root.classList.remove('held');
  requestAnimationFrame(decide);
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();

// It is a module, whose names are not those of the page.
export {};
