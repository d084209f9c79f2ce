import { expect, test } from 'vitest';
import { createQuestions } from '../../../../web/src/admin/parts/confirm.tsx';

test('a question waits for the end of a press, so that what is pressed gets its click, and asks after it', async () => {
  let isOn = true;
  let end = () => {};
  const { ask, open, answer } = createQuestions({
    isOn: () => isOn,
    onEnd(listener) {
      end = listener;
      return () => {};
    },
  });
  const name = ask({ text: 'Nombre' });
  const tick = ask({ text: 'Habilitado' });
  expect(open()).toBeNull();
  isOn = false;
  end();
  expect(open()).toMatchObject({ text: 'Nombre' });
  // The press that answers.
  isOn = true;
  answer('accept');
  await expect(name).resolves.toBe('accept');
  expect(open()).toMatchObject({ text: 'Habilitado' });
  answer('accept');
  await expect(tick).resolves.toBe('accept');
});

test('a question waits until the one before it is answered, and both get their own answer', async () => {
  const { ask, open, answer } = createQuestions();
  const first = ask({ text: 'Estas por modificar los datos de este usuario' });
  const second = ask({ text: 'Hay texto sin guardar' });
  expect(open()).toMatchObject({ text: 'Estas por modificar los datos de este usuario' });
  answer('accept');
  await expect(first).resolves.toBe('accept');
  expect(open()).toMatchObject({ text: 'Hay texto sin guardar' });
  answer('cancel');
  await expect(second).resolves.toBe('cancel');
  expect(open()).toBeNull();
});
