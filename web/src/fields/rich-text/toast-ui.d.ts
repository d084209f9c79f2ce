/** Types of the used part of the editor. Its own types cannot be imported: the package's `exports` omit them. */
declare module '@toast-ui/editor' {
  import type { EditorState, Transaction } from 'prosemirror-state';
  import type { EditorView } from 'prosemirror-view';

  export interface EditorOptions {
    el: HTMLElement;
    initialEditType?: 'wysiwyg';
    hideModeSwitch?: boolean;
    initialValue?: string;
    language?: string;
    usageStatistics?: boolean;
    autofocus?: boolean;
    height?: string;
    minHeight?: string;
    toolbarItems?: (string | ToolbarItem)[][];
    hooks?: { addImageBlobHook?: (blob: Blob) => boolean };
  }
  export interface ToolbarItem {
    name: string;
    className: string;
    tooltip: string;
    command?: string;
    state?: string;
    popup?: { body: HTMLElement; className: string; style?: object };
  }
  export type ViewerOptions = Pick<EditorOptions, 'el' | 'initialValue'>;
  export type EventMap = Record<
    | 'load'
    | 'change'
    | 'caretChange'
    | 'focus'
    | 'blur'
    | 'keydown'
    | 'keyup'
    | 'beforePreviewRender'
    | 'beforeConvertWysiwygToMarkdown',
    () => void
  >;
  type Run = (
    given: Record<string, never>,
    state: EditorState,
    dispatch: (transaction: Transaction) => void,
    view: EditorView,
  ) => boolean;
  export default class ToastEditor {
    constructor(options: EditorOptions);
    static setLanguage(code: string, words: Record<string, string>): void;
    addCommand(type: 'wysiwyg', name: string, command: Run): void;
    on(event: keyof EventMap, handler: () => void): void;
    destroy(): void;
  }
}
