import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Versions } from '../../../../web/src/admin/field/versions.tsx';

test('two versions that are compared come with the sentence that says what happened', () => {
  const merging = { value: '', hasBegun: false, error: '', type: () => {}, use: () => Promise.resolve(true) };
  const html = renderToStaticMarkup(
    <Versions
      {...{ entity: 'story', field: null, mine: 'Uno', theirs: 'Dos', theirName: 'La de Ana', merging }}
      choose={() => {}}
      close={() => {}}
    >
      <p>Ana cambió «Título», mientras vos trabajabas.</p>
    </Versions>,
  );
  expect(html).toMatch(/Dos versiones.*Ana cambió «Título».*Mi versión/);
});
