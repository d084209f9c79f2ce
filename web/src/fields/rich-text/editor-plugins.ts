import type { EditorProps } from '@toast-ui/react-editor';
import { cleanPasted } from './clean-html.ts';

type Plugin = NonNullable<EditorProps['plugins']>[number];

/**
 * Cleans pasted and dropped HTML before the editor reads it: its own conversion from Word would execute the content.
 */
export const cleanPasting: Plugin = ({ pmState }) => {
  function take(view: EditorView, event: Event, data: DataTransfer | null): boolean {
    const html = data?.getData('text/html');
    if (!html) return false;
    event.preventDefault();
    view.pasteHTML(cleanPasted(html));
    return true;
  }
  const handleDOMEvents = {
    paste: (view: EditorView, event: ClipboardEvent) => take(view, event, event.clipboardData),
    // The editor handles moves within the text itself.
    drop: (view: EditorView, event: DragEvent) => !view.dragging && take(view, event, event.dataTransfer),
  };
  return { wysiwygPlugins: [() => new pmState.Plugin({ props: { handleDOMEvents } })] };
};
interface EditorView {
  dragging: unknown;
  pasteHTML(html: string): boolean;
}

/**
 * Renders links instead of the editor, which escapes the address before the DOM escapes it once more: an `&` would
 * become `&amp;` in the followed address, and grow each time the text is loaded.
 */
export const plainLinks: Plugin = ({ pmState }) => {
  function link({ attrs }: { attrs: { linkUrl: string } }) {
    const dom = document.createElement('a');
    dom.setAttribute('href', attrs.linkUrl);
    return { dom };
  }
  return { wysiwygPlugins: [() => new pmState.Plugin({ props: { nodeViews: { link } } })] };
};
