import sharp from 'sharp';
import { expect, test } from 'vitest';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import { withInlinedCode } from '../../../api/http/inlined-qr-code.ts';
import { qrModules } from '../../../web/src/components/qr-code.ts';
import { readQr } from '../../read-qr.ts';

const ORIGIN = 'https://www.municipalidad-de-un-pueblo.gob.ar';
const PATH = '/noticias/leer/abc123def456/nuevos-horarios-del-colectivo-a-la-costa';
const page = (path: string) =>
  `<main><img class="qr" src="${qrCodeOf(path)}" width="132" height="132" alt="" loading="lazy"/></main>`;
const inlined = (html: string) => withInlinedCode(html, (path) => qrModules(ORIGIN + path));

test('a page brings the code that is printed below it, so that it is there at the first print', async () => {
  const html = inlined(page(PATH));
  expect(html).not.toContain('lazy');
  const [, base64 = ''] = /src="data:image\/png;base64,([^"]+)"/.exec(html) ?? [];
  // No document grows by more than this.
  expect(base64.length).toBeLessThan(600);
  const picture = await sharp(Buffer.from(base64, 'base64'))
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
    .resize({ width: 400, kernel: 'nearest' })
    .png()
    .toBuffer();
  expect(await readQr(picture)).toBe(ORIGIN + PATH);
});

test('a page without a code stays as it is', () => {
  const html = '<main><img src="/uploads/a.webp" loading="lazy"/></main>';
  expect(inlined(html)).toBe(html);
});
