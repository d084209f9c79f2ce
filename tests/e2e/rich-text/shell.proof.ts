import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../../web/src/fields/rich-text/commands.ts';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const packageOf = (folder: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../..', folder, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };

/** `shell.ts` uses private parts of toast-ui, which another version need not have. */
it('toast-ui is of the version whose private parts are used, and has them', async () => {
  const wanted = packageOf('.').dependencies['@toast-ui/editor'];
  expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
  expect(packageOf('node_modules/@toast-ui/editor').version).toBe(wanted);
  const found = await rich.call((harness) => {
    const editor = harness.bareEditor();
    const { wwEditor, eventEmitter, commandManager } = editor;
    const shown: unknown[] = [];
    eventEmitter.listen('changeToolbarState', (state) => shown.push(state));
    eventEmitter.emit('changeToolbarState', { toolbarState: {} });
    const names = Object.keys(commandManager.wwCommands);
    const props = ['dispatchTransaction', 'nodeViews', 'transformPasted', 'handlePaste', 'handleKeyDown'];
    const { view } = wwEditor;
    const parts = {
      view: view instanceof harness.EditorView,
      props: props.filter((name) => name in view.props),
      names,
      shown,
    };
    editor.destroy();
    return parts;
  }, null);
  expect(found.view).toBe(true);
  expect(found.shown).toEqual([{ toolbarState: {} }]);
  // Whatever its view does beyond these would go on in our document.
  expect(found.props).toEqual(['dispatchTransaction', 'nodeViews', 'transformPasted', 'handlePaste', 'handleKeyDown']);
  // Its buttons and popups call these.
  expect(Object.keys(COMMANDS).filter((name) => !found.names.includes(name))).toEqual([]);
});
