import { expect, test } from 'vitest';
import { createQuestions } from '../../../../web/src/admin/parts/confirm.tsx';

test('a question that is replaced by another one is cancelled, so that its caller continues', async () => {
  const { ask, open, answer } = createQuestions();
  const first = ask({ text: 'Estas por modificar los datos de este mapa' });
  const second = ask({ text: 'Hay texto sin guardar' });
  await expect(first).resolves.toBe('cancel');
  expect(open()).toMatchObject({ text: 'Hay texto sin guardar' });
  answer('accept');
  await expect(second).resolves.toBe('accept');
  expect(open()).toBeNull();
});
