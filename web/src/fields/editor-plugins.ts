import type { EditorProps } from '@toast-ui/react-editor';
import { cleanPasted } from './clean-html.ts';

type Plugin = NonNullable<EditorProps['plugins']>[number];

/**
 * What is pasted or dropped is cleaned before the editor sees it: its own way of reading Word would run what is in it.
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
    // What is moved within the text stays the editor's business.
    drop: (view: EditorView, event: DragEvent) => !view.dragging && take(view, event, event.dataTransfer),
  };
  return { wysiwygPlugins: [() => new pmState.Plugin({ props: { handleDOMEvents } })] };
};
interface EditorView {
  dragging: unknown;
  pasteHTML(html: string): boolean;
}

/**
 * The editor escapes the address of a link before it hands it to the DOM, which escapes it once more: an `&` would be
 * `&amp;` to whoever follows the link, and grow each time the text is loaded. Links are drawn here instead.
 */
export const plainLinks: Plugin = ({ pmState }) => {
  function link({ attrs }: { attrs: { linkUrl: string } }) {
    const dom = document.createElement('a');
    dom.setAttribute('href', attrs.linkUrl);
    return { dom };
  }
  return { wysiwygPlugins: [() => new pmState.Plugin({ props: { nodeViews: { link } } })] };
};
