import { EditorState } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { lastPaste, pasting } from '../../../web/src/fields/rich-text/pasting.ts';
import { schema } from '../../../web/src/fields/rich-text/schema.ts';

test('what is said of a paste goes with the last of its text, not with what is changed beside it', () => {
  const plugin = pasting(
    () => false,
    () => {},
  );
  const doc = schema.node('doc', null, [schema.node('paragraph', null, schema.text('Antes'))]);
  let state = EditorState.create({ doc, plugins: [plugin] });
  const said = { lost: ['1 imagen'], joined: null, asked: [], from: 6, to: 13, isLast: true };
  state = state.apply(state.tr.insertText(' pegado', 6).setMeta(plugin, said));
  state = state.apply(state.tr.delete(1, 4));
  expect(lastPaste(state)).toMatchObject({ lost: ['1 imagen'], isLast: false });
  state = state.apply(state.tr.delete(4, 10));
  expect(lastPaste(state)).not.toBeNull();
  state = state.apply(state.tr.delete(1, state.doc.content.size - 1));
  expect(lastPaste(state)).toBeNull();
});
