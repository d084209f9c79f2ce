/** Types of the used part of the editor. Its own types cannot be imported: the package's `exports` omit them. */
declare module '@toast-ui/editor' {
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
    toolbarItems?: string[][];
    customHTMLSanitizer?: (html: string) => string;
    hooks?: { addImageBlobHook?: (blob: Blob) => boolean };
    plugins?: ((context: { pmState: { Plugin: new (spec: object) => unknown } }) => {
      wysiwygPlugins: (() => unknown)[];
    })[];
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
  export default class ToastEditor {
    static setLanguage(code: string, words: Record<string, string>): void;
    setHTML(html: string, cursorToEnd?: boolean): void;
    getHTML(): string;
    on(event: keyof EventMap, handler: () => void): void;
    destroy(): void;
  }
}
