import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Space, in px, that is left between the cursor and a bar. */
const MARGIN = 12;

/**
 * Keeps the place that is written at between the bars of the editor: a browser scrolls it only into the window, of
 * which the toolbar and the tools for a table, a link or a picture cover a part.
 */
export function inSight(): Plugin {
  let isPressed = false;
  return new Plugin({
    view(view) {
      const bars = view.dom.closest('.rich')?.querySelector('.rich-bars');
      const seen = () => view.hasFocus() && showCursor(view);
      // They come, and grow, a moment after what they belong to was reached.
      const observer = new ResizeObserver(() => !isPressed && seen());
      if (bars) observer.observe(bars);
      const release = () => {
        if (!isPressed) return;
        isPressed = false;
        setTimeout(seen);
      };
      addEventListener('pointerup', release);
      addEventListener('pointercancel', release);
      return {
        destroy() {
          observer.disconnect();
          removeEventListener('pointerup', release);
          removeEventListener('pointercancel', release);
        },
      };
    },
    props: {
      handleScrollToSelection(view) {
        requestAnimationFrame(() => !view.isDestroyed && showCursor(view));
        return false;
      },
      handleDOMEvents: {
        pointerdown() {
          // Text that moves under a pressed pointer would be selected.
          isPressed = true;
        },
      },
    },
  });
}

function showCursor(view: EditorView): void {
  const rich = view.dom.closest('.rich');
  const edgeOf = (part: string) => rich?.querySelector(part)?.getBoundingClientRect();
  const { top, bottom } = view.coordsAtPos(view.state.selection.head);
  const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight };
  const head = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const above = Math.max(head, edgeOf('.toastui-editor-toolbar')?.bottom ?? 0) + MARGIN;
  const below = Math.min(offsetTop + height, edgeOf('.rich-bars')?.top ?? Infinity) - MARGIN;
  if (bottom > below) scrollBy(0, Math.min(bottom - below, top - above));
  else if (top < above) scrollBy(0, top - above);
}
