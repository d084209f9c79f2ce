/** Types of the parts of the editor that are used; the package has no types. */
declare module 'jsoneditor/dist/jsoneditor-minimalist.js' {
  interface Options {
    mode: 'tree' | 'text';
    modes: ('tree' | 'text')[];
    language: string;
    mainMenuBar: boolean;
    navigationBar: boolean;
    statusBar: boolean;
    enableSort: boolean;
    enableTransform: boolean;
    onValidate: (json: unknown) => { path: (string | number)[]; message: string }[];
    onChangeText: (text: string) => void;
  }
  export default class JSONEditor {
    constructor(container: HTMLElement, options: Options, json: unknown);
    update(json: unknown): void;
    updateText(text: string): void;
    setMode(mode: 'tree' | 'text'): void;
    destroy(): void;
  }
}
