import type { Locator } from 'playwright';

/**
 * Returns whether an element has the system's own mark of what is chosen, in a page with forced colours. The ground
 * that the page's style names says nothing: it is reported as it is written, and not drawn.
 */
export function isHighlighted(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    const sample = element.ownerDocument.createElement('i');
    sample.style.background = 'Highlight';
    element.ownerDocument.body.append(sample);
    const highlight = getComputedStyle(sample).backgroundColor;
    sample.remove();
    const { forcedColorAdjust, backgroundColor } = getComputedStyle(element) as CSSStyleDeclaration & {
      forcedColorAdjust: string;
    };
    return forcedColorAdjust === 'none' && backgroundColor === highlight;
  });
}
