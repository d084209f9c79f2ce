import { expect, test } from 'vitest';
import { createQuestions } from '../../../../web/src/admin/parts/confirm.tsx';

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
