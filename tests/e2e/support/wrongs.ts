import type { Page } from 'playwright';
import { violations } from './axe.ts';

export const SCREENS = {
  phone: { width: 390, height: 800 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};
export type Screen = keyof typeof SCREENS;

/**
 * Returns what axe finds wrong on a public page at these screen sizes, and placeholders that are hard to read. Dark
 * colours are checked on a phone only, because they are the same at all sizes, and no colours on a tablet, which has
 * those of a phone or of a desktop. The page is left light, and as large as the last screen.
 */
export async function wrongs(
  page: Page,
  screens: readonly Screen[] = ['tablet', 'desktop', 'phone'],
  { isDarkToo = true } = {},
): Promise<string[]> {
  const wrong: string[] = [];
  await page.evaluate(showGrounds);
  for (const screen of screens) {
    await page.setViewportSize(SCREENS[screen]);
    for (const colorScheme of screen === 'phone' && isDarkToo ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? 'colours' : screen === 'tablet' ? 'all but colours' : 'all';
      const found = [
        ...(await violations(page, rules)),
        ...(screen === 'tablet' ? [] : await page.evaluate(faintPlaceholders)),
      ];
      const { pathname, search } = new URL(page.url());
      wrong.push(...found.map((line) => `${pathname}${search} ${screen} ${colorScheme} ${line}`));
    }
  }
  return wrong;
}

/** Hides drawn pseudo elements, over which axe checks no colours, and gives signs the background of their panel. */
function showGrounds(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '.head::after, .footer::before, .sign::before { display: none !important } .sign { background: var(--paper) }',
  );
  document.adoptedStyleSheets = [sheet];
}

/** Returns placeholders with a contrast below 4.5 : 1 (WCAG 1.4.3), which axe does not check. Runs in the page. */
function faintPlaceholders(): string[] {
  const pixel = document
    .createElement('canvas')
    .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  /** Draws colours over each other, the lowest first. @returns the luminance of the result */
  function luminance(...layers: [color: string, opacity?: number][]): number {
    for (const [color, opacity = 1] of layers) {
      pixel.globalAlpha = opacity;
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((input) => input.checkVisibility())
    .flatMap((input) => {
      const grounds: [string][] = [];
      for (let at: Element | null = input; at; at = at.parentElement)
        grounds.unshift([getComputedStyle(at).backgroundColor]);
      const { color, opacity } = getComputedStyle(input, '::placeholder');
      const [dark = 0, light = 0] = [luminance(...grounds), luminance(...grounds, [color, Number(opacity)])].sort(
        (a, b) => a - b,
      );
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast < 4.5 ? [`the placeholder of ${input.id} has a contrast of ${contrast.toFixed(2)}`] : [];
    });
}
