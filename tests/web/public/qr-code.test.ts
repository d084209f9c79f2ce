import sharp from 'sharp';
import { expect, test } from 'vitest';
import { QR_PATH_MAX, pageOfQrCode, qrCodeOf } from '#contract/addresses/qr-codes';
import { qrCode } from '../../../web/src/components/qr-code.ts';
import { readQr } from '../../read-qr.ts';

const QUIET_ZONE = 4;

/** Returns whether the modules of a code are dark, row by row, the quiet zone included. */
async function modulesOf(code: string): Promise<boolean[][]> {
  const { data, info } = await sharp(Buffer.from(code)).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (__, x) => Number(data[(y * info.width + x) * info.channels]) < 128),
  );
}

test.for([
  'https://portal.example/',
  'https://portal.example/datosutiles',
  'https://www.municipalidad-de-un-pueblo.gob.ar/noticias/leer/abc123def456/ano-nuevo',
  `https://portal.example/${'x'.repeat(QR_PATH_MAX - 1)}`,
  'https://portal.example/gobierno/se%C3%B1ora',
])('another program reads %s in the code', async (address) => {
  const picture = await sharp(Buffer.from(qrCode(address)), { density: 72 * 4 })
    .png()
    .toBuffer();
  expect(await readQr(picture)).toBe(address);
});

test('a code is dark on light, with error correction M, and with a light margin of four modules', async () => {
  const modules = await modulesOf(qrCode('https://portal.example/noticias'));
  const side = modules.length;
  const code = modules.slice(QUIET_ZONE, -QUIET_ZONE).map((row) => row.slice(QUIET_ZONE, -QUIET_ZONE));
  expect([code.length % 4, modules[0]?.length]).toEqual([1, side]);
  const isMargin = (at: number) => at < QUIET_ZONE || at >= side - QUIET_ZONE;
  expect(modules.some((row, y) => row.some((isDark, x) => isDark && (isMargin(x) || isMargin(y))))).toBe(false);
  // The corner of the finder pattern, and the first two bits of the format: 00 for M, masked with 10.
  expect([code[0]?.[0], code[8]?.[0], code[8]?.[1]]).toEqual([true, true, false]);
});

test('the address of a code tells the page that it leads to', () => {
  for (const path of ['/', '/datosutiles', '/noticias/leer/abc123def456/un-titulo'])
    expect(pageOfQrCode(qrCodeOf(path))).toBe(path);
  for (const path of ['/', '/qrs', '/noticias/qr', '/buscador/qr/x']) expect(pageOfQrCode(path)).toBeNull();
});
