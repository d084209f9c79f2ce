import { expect, test } from 'vitest';
import { QR_PATH_MAX, qrCodeOf } from '#contract/addresses/qr-codes';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { openTown } from '../town.ts';

/** Opens a town whose codes contain the path that they were drawn for. */
async function townWithCodes() {
  const drawn: string[] = [];
  const town = await openTown({
    renderer: {
      page: async () => ({ status: 404, html: 'a page' }),
      view: async () => ({ redirect: '/' }),
      shell: async () => '',
      draft: async () => 'draft',
      missingFile: async () => '',
      tickets: async () => '',
      qrCode(path) {
        drawn.push(path);
        return `<svg>${path}</svg>`;
      },
    },
  });
  return { town, drawn };
}

test('the code of a page is a picture, drawn once, kept and revalidated', async () => {
  const { town, drawn } = await townWithCodes();
  for (const page of ['/', '/noticias/leer/abc123def456/un-titulo']) {
    const { status, headers, body } = await town.get(qrCodeOf(page));
    expect([status, headers.get('content-type'), headers.get('cache-control'), body]).toEqual([
      200,
      'image/svg+xml',
      PUBLIC_CACHE,
      `<svg>${page}</svg>`,
    ]);
    const again = await town.get(`${qrCodeOf(page)}?x=1`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
  expect(drawn).toEqual(['/', '/noticias/leer/abc123def456/un-titulo']);
});

test('there is no code for an address that is too long to be read from paper', async () => {
  const { town, drawn } = await townWithCodes();
  expect((await town.get(qrCodeOf(`/${'x'.repeat(QR_PATH_MAX - 1)}`))).status).toBe(200);
  expect((await town.get(qrCodeOf(`/${'x'.repeat(QR_PATH_MAX)}`))).status).toBe(404);
  expect(drawn).toHaveLength(1);
});
