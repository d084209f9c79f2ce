import { expect, test, vi } from 'vitest';

vi.mock('../../../web/src/admin/shell/start.tsx', () => ({
  start: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

test('a device that lacks part of the back office says so instead of showing a blank page', async () => {
  const root = { childElementCount: 0, innerHTML: '' };
  vi.stubGlobal('document', { getElementById: () => root });
  vi.stubGlobal('reportError', vi.fn());
  await import('../../../web/src/admin/main.tsx');
  await expect.poll(() => root.innerHTML).toContain('No pudimos abrir el administrador');
  expect(root.innerHTML).toContain('Probar de nuevo');
});
