import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { pictureSource, recordPdf } from '#contract/addresses/files';
import type { Attached, Bulletin, Picture, RecordOf } from '#contract/records';
import { downloadName, isStoredPdfName, storedPdfName } from '#contract/uploaded/upload-names';
import { titledPdfs } from '#contract/values/pdf-titles';
import { dataUrl, listed, pdf, photo, stateOf, temporaryFolder, trashed, WICKED_NAMES } from '../files.ts';
import { followed, openTown, save } from '../town.ts';
import type { Answer, Town } from '../town.ts';

interface PdfTown extends Town {
  folder: string;
  upload(id: string, body: object, key?: string): Promise<Answer>;
}

async function openPdfTown(): Promise<PdfTown> {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder });
  return {
    ...town,
    folder,
    upload: (id, body, key) =>
      town.post(calls.pdf('bulletin', id), body, { as: town.editor, ...(key === undefined ? {} : { key }) }),
  };
}

const body = (bytes: Buffer, name = 'Decreto.pdf') => ({ name, data: dataUrl(bytes, 'application/pdf') });
const bulletin = async (town: Town, id: string) =>
  (await town.get(calls.one('bulletin', id), { as: town.admin })).body as Bulletin;
async function withPdf(bytes = pdf(), status = 'Publicado'): Promise<{ town: PdfTown; id: string; address: string }> {
  const town = await openPdfTown();
  const id = town.make('bulletin', { status });
  expect((await town.upload(id, body(bytes))).body).toBe(1);
  return { town, id, address: `/uploads/bulletin/${id}/${(await bulletin(town, id)).pdf}` };
}

describe("a bulletin's PDF", () => {
  test('is stored by the hash of its bytes and offered by its own name', async () => {
    const bytes = pdf('Decreto N.º 12');
    const { town, id, address } = await withPdf(bytes);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
    expect(await bulletin(town, id)).toMatchObject({
      pdf: storedPdfName(digest),
      pdfname: 'Decreto.pdf',
      pdfsize: bytes.length,
    });
    const response = await fetch(town.url + address);
    expect(response.status).toBe(200);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'cache-control',
          'accept-ranges',
        ].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Decreto.pdf"; filename*=UTF-8''Decreto.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox;frame-ancestors 'none'",
      'cache-control': 'public, max-age=0, s-maxage=30, stale-if-error=86400',
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });

  test.for(['Redaccion', 'Oculto'])('is hidden from everybody but staff while its bulletin is %s', async (status) => {
    const { town, id, address } = await withPdf();
    expect((await town.get(address)).status).toBe(200);
    await save(town, 'bulletin', id, 'status', { value: status });
    expect((await town.get(address)).status).toBe(404);
    expect((await town.get(address, { as: 'x'.repeat(43) })).status).toBe(404);
    expect((await town.call('HEAD', address)).status).toBe(404);
    for (const as of [town.admin, town.editor]) {
      const { status: seen, headers } = await town.get(address, { as });
      expect([seen, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    await save(town, 'bulletin', id, 'status', { value: 'Archivado' });
    expect((await town.get(address)).status).toBe(200);
  });

  test('is available as long as its bulletin', async () => {
    const { town, id, address } = await withPdf();
    const [file = ''] = listed(town.folder).filter((path) => path.endsWith('.pdf'));
    await town.post(calls.remove('bulletin', id), {}, { as: town.admin });
    expect([(await town.get(address)).status, (await town.get(address, { as: town.admin })).status]).toEqual([
      404, 404,
    ]);
    expect([listed(town.folder), trashed(town.folder)]).toEqual([[], [file]]);
  });

  test('is replaced by another, and its address stops working', async () => {
    const { town, id, address } = await withPdf(pdf('uno'));
    const { pdf: base } = await bulletin(town, id);
    expect((await town.upload(id, { ...body(pdf('dos'), 'dos.pdf'), base })).body).toBe(1);
    expect((await town.get(address)).status).toBe(404);
    expect(trashed(town.folder)).toEqual([`bulletin/${id}/${base}`]);
    const before = stateOf(town, town.folder);
    expect(await town.upload(id, { ...body(pdf('tres')), base })).toMatchObject({
      status: 409,
      body: { value: (await bulletin(town, id)).pdf },
    });
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('is deleted by the name it is stored or downloaded by, and by no other', async () => {
    for (const called of ['pdf', 'pdfname'] as const) {
      const { town, id, address } = await withPdf();
      const before = stateOf(town, town.folder);
      expect((await town.post(calls.pdfDelete('bulletin', id), { name: 'otro.pdf' }, { as: town.editor })).status).toBe(
        409,
      );
      expect((await town.post(calls.pdfDelete('bulletin', id), {}, { as: town.editor })).status).toBe(400);
      expect(
        (await town.post(calls.pdfDelete('bulletin', id), { name: 'x', base: '' }, { as: town.editor })).status,
      ).toBe(409);
      expect(stateOf(town, town.folder)).toEqual(before);
      const { [called]: name } = await bulletin(town, id);
      expect((await town.post(calls.pdfDelete('bulletin', id), { name }, { as: town.editor })).body).toBe(1);
      expect(await bulletin(town, id)).toMatchObject({ pdf: '', pdfname: '', pdfsize: 0 });
      expect((await town.get(address)).status).toBe(404);
      expect((await town.post(calls.pdfDelete('bulletin', id), { name }, { as: town.editor })).body).toBe(1);
    }
  });

  test('sent twice under one key has one effect, and no file comes back after it was deleted', async () => {
    const town = await openPdfTown();
    const id = town.make('bulletin');
    await town.upload(id, body(pdf()), 'k1');
    const once = stateOf(town, town.folder);
    expect((await town.upload(id, body(pdf()), 'k1')).body).toBe(1);
    expect((await town.upload(id, body(pdf()))).body).toBe(1);
    expect(stateOf(town, town.folder)).toEqual(once);
    await town.post(calls.pdfDelete('bulletin', id), { name: 'Decreto.pdf' }, { as: town.editor });
    const gone = stateOf(town, town.folder);
    expect((await town.upload(id, body(pdf()), 'k1')).body).toBe(1);
    expect((await town.upload(id, body(pdf('otro')), 'k1')).status).toBe(422);
    expect(stateOf(town, town.folder)).toEqual(gone);
  });

  test('is sent in parts on request, and not again to a client that has it', async () => {
    const bytes = pdf('largo', 5000);
    const { town, address } = await withPdf(bytes);
    const part = await fetch(town.url + address, { headers: { Range: 'bytes=5-14' } });
    expect([part.status, part.headers.get('content-range'), Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      `bytes 5-14/${bytes.length}`,
      bytes.subarray(5, 15),
    ]);
    const beyond = await fetch(town.url + address, { headers: { Range: 'bytes=999999-' } });
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([
      416,
      `bytes */${bytes.length}`,
      '',
    ]);
    const etag = part.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{43}"$/);
    // Without this header, Node's fetch would send one that bypasses all caches.
    expect(
      (await fetch(town.url + address, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } })).status,
    ).toBe(304);
    const resumed = await fetch(town.url + address, { headers: { Range: 'bytes=5-14', 'If-Range': '"another"' } });
    expect(resumed.status).toBe(200);
    await resumed.arrayBuffer();
  });

  test('is not available at any other address', async () => {
    const { town, id, address } = await withPdf();
    const file = address.split('/').at(-1);
    for (const path of [
      `/uploads/bulletin/${id}/`,
      `/uploads/bulletin/aaaaaaaaaaaa/${file}`,
      `/uploads/bulletin/${id}/${storedPdfName('0'.repeat(64))}`,
      `/uploads/bulletin/${id}/..%2f${id}%2f${file}`,
      `/uploads/digest/${file}`,
      `/uploads/x/bulletin/${id}/${file}`,
    ]) {
      expect([path, (await followed(town, path)).status]).toEqual([path, 404]);
    }
  });
});

describe('a refused PDF leaves everything as it was:', () => {
  test.for([
    ['a picture', () => photo(), 415],
    ['HTML', () => Buffer.from('<!doctype html><script>1</script>%PDF-1.7 %%EOF'), 415],
    ['0 bytes', () => Buffer.alloc(0), 422],
    ['cut off', () => pdf('x', 5000).subarray(0, 3000), 422],
    ['its end far before the end of the file', () => Buffer.concat([pdf(), Buffer.alloc(2000, ' ')]), 422],
    ['more than 20 MiB', () => pdf('x', 20 * 1024 * 1024), 413],
  ] as const)('%s', async ([, make, status]) => {
    const { town, id } = await withPdf();
    const before = stateOf(town, town.folder);
    const answer = await town.upload(id, body(await make()));
    expect(answer.status).toBe(status);
    expect((answer.body as { message: string }).message).toMatch(/\.$/);
    expect((await town.post(calls.digest(), body(await make()), { as: town.admin })).status).toBe(status);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('a bulletin that is not there, or is no more', async () => {
    const { town, id } = await withPdf();
    await town.post(calls.remove('bulletin', id), {}, { as: town.admin });
    const before = stateOf(town, town.folder);
    expect((await town.upload(id, body(pdf('otro')))).status).toBe(410);
    expect((await town.upload('aaaaaaaaaaaa', body(pdf()))).status).toBe(404);
    expect(stateOf(town, town.folder)).toEqual(before);
  });
});

test('a PDF of 20 MiB is accepted', async () => {
  const size = 20 * 1024 * 1024;
  const { town, id } = await withPdf(pdf('x', size - pdf().length));
  expect((await bulletin(town, id)).pdfsize).toBe(size);
});

test('a page has its picture beside its PDF, and both are served', async () => {
  const town = await openPdfTown();
  const id = town.make('page', { status: 'Publicado' });
  const picture = { data: dataUrl(await photo({ seed: 1 }), 'image/jpeg') };
  for (const [call, given] of [
    [calls.pdf('page', id), body(pdf())],
    [calls.picture('page', id), picture],
  ] as const)
    expect((await town.post(call, given, { as: town.editor })).body).toBe(1);
  const page = (await town.get(calls.one('page', id), { as: town.editor })).body as RecordOf<'page'>;
  const { src } = pictureSource('page', page, page.image as Picture);
  expect((await town.get(recordPdf('page', { id, ...(page.pdfs[0] as Attached) }))).headers.get('content-type')).toBe(
    'application/pdf',
  );
  expect((await town.get(src)).headers.get('content-type')).toBe('image/webp');
});

describe('the digest', () => {
  test('keeps one address whichever file is current, and opens in the browser', async () => {
    const town = await openPdfTown();
    expect((await town.get('/uploads/digesto.pdf')).status).toBe(404);
    for (const text of ['uno', 'dos']) {
      expect(
        (await town.post(calls.digest(), body(pdf(text), 'Digesto municipal.pdf'), { as: town.editor })).body,
      ).toBe(1);
      const { status, headers, body: served } = await town.get('/uploads/digesto.pdf');
      expect([status, headers.get('content-disposition'), headers.get('content-security-policy')]).toEqual([
        200,
        `inline; filename="Digesto municipal.pdf"; filename*=UTF-8''Digesto%20municipal.pdf`,
        "sandbox;frame-ancestors 'none'",
      ]);
      expect(served).toContain(`% ${text}`);
    }
    expect(trashed(town.folder)).toHaveLength(1);
    expect((await town.get('/api/dataPublic/digest')).body).toMatchObject({ pdfname: 'Digesto municipal.pdf' });
  });
});

describe('the name of a download', () => {
  test.for([
    ['Decreto N.º 12.pdf', 'Decreto N.º 12.pdf'],
    ['informe.PDF', 'informe.pdf'],
    ['informe.pdf.pdf', 'informe.pdf.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\fakepath\\acta.pdf', 'acta.pdf'],
    ['uno\r\nSet-Cookie: x=1.pdf', 'uno Set-Cookie x=1.pdf'],
    ['factura\u202Efdp.exe', 'facturafdp.exe.pdf'],
    ['"; filename="x.exe', '; filename= x.exe.pdf'],
    ['  ..oculto.  ', 'oculto.pdf'],
    ['', 'documento.pdf'],
    ['.pdf', 'documento.pdf'],
    ['\u0000\u2066', 'documento.pdf'],
  ] as const)('%j is %j', ([given, name]) => {
    expect(downloadName(given)).toBe(name);
  });

  test.for(WICKED_NAMES)(
    'made from %j is harmless in the header, and stays the same when cleaned again',
    async (given) => {
      const town = await openPdfTown();
      const id = town.make('bulletin', { status: 'Publicado' });
      await town.upload(id, body(pdf(), given));
      const { pdf: stored, pdfname } = await bulletin(town, id);
      expect(isStoredPdfName(stored)).toBe(true);
      expect([...pdfname].length).toBeLessThanOrEqual(120);
      expect(pdfname).toMatch(/^[^\p{C}/\\"]+\.pdf$/u);
      expect(downloadName(pdfname)).toBe(pdfname);
      const { status, headers } = await town.get(`/uploads/bulletin/${id}/${stored}`);
      const [, ascii, exact = ''] =
        /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]*)$/.exec(
          headers.get('content-disposition') ?? '',
        ) ?? [];
      expect(status).toBe(200);
      expect(ascii).toMatch(/\.pdf$/);
      expect(decodeURIComponent(exact)).toBe(pdfname);
    },
  );
});

describe('the PDFs of a page', () => {
  const page = async (town: Town, id: string) =>
    (await town.get(calls.one('page', id), { as: town.admin })).body as RecordOf<'page'>;
  const addressOf = (id: string, one: Attached | undefined) => recordPdf('page', { id, pdf: one?.pdf ?? '' });

  async function withPdfs(...names: string[]) {
    const town = await openPdfTown();
    const id = town.make('page', { title: 'Transparencia', status: 'Publicado' });
    const add = (name: string) => town.post(calls.pdf('page', id), body(pdf(name), name), { as: town.editor });
    for (const name of names) expect((await add(name)).body).toBe(1);
    const arrange = (value: string, base?: string) =>
      town.post(calls.update('page', id, 'pdftitles'), { value, base }, { as: town.editor });
    return { town, id, add, arrange, pdfs: (await page(town, id)).pdfs };
  }

  test('are several, each served under its own name', async () => {
    const { town, id, pdfs } = await withPdfs('Balance.pdf', 'Sueldos.pdf');
    expect(pdfs.map(({ pdfname }) => pdfname)).toEqual(['Balance.pdf', 'Sueldos.pdf']);
    for (const one of pdfs) {
      const response = await fetch(town.url + addressOf(id, one));
      expect([response.status, response.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining(one.pdfname),
      ]);
    }
  });

  test('are there once, however often the same file is sent', async () => {
    const { town, id, add } = await withPdfs('Balance.pdf');
    expect((await add('Balance.pdf')).body).toBe(1);
    expect((await page(town, id)).pdfs).toHaveLength(1);
  });

  test('are at most 30: the next one is refused with a reason, and nothing is stored', async () => {
    const { town, id, add } = await withPdfs(...Array.from({ length: 30 }, (_, n) => `${n}.pdf`));
    const refused = await add('uno más.pdf');
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('Una página puede tener hasta 30 PDF');
    expect((await page(town, id)).pdfs).toHaveLength(30);
    expect(listed(town.folder).filter((path) => path.startsWith('page/') && path.endsWith('.pdf'))).toHaveLength(30);
  });

  test('are removed one by one: the file goes to the trash, the others stay', async () => {
    const { town, id, pdfs } = await withPdfs('Balance.pdf', 'Sueldos.pdf');
    const [gone, stays] = pdfs;
    expect(
      (await town.post(calls.pdfDelete('page', id), { name: gone?.pdf, base: gone?.pdf }, { as: town.editor })).body,
    ).toBe(1);
    expect((await page(town, id)).pdfs).toEqual([stays]);
    expect((await town.get(addressOf(id, gone))).status).toBe(404);
    expect((await town.get(addressOf(id, stays))).status).toBe(200);
    const again = await town.post(calls.pdfDelete('page', id), { name: gone?.pdf }, { as: town.editor });
    expect([again.status, JSON.stringify(again.body)]).toEqual([410, expect.stringContaining('Ese PDF ya no está.')]);
  });

  test('find their place and title again when one is restored from the history', async () => {
    const { town, id, pdfs, arrange } = await withPdfs('Balance.pdf', 'Sueldos.pdf');
    const [balance, sueldos] = pdfs;
    expect((await arrange(`${sueldos?.pdf} Sueldos de marzo\n${balance?.pdf} Balance 2025`)).body).toBe(1);
    await town.post(calls.pdfDelete('page', id), { name: sueldos?.pdf }, { as: town.editor });
    const { items } = (await town.get(calls.historyOf('page', id), { as: town.editor })).body as {
      items: { entry: number; action: string }[];
    };
    const entry = items.find(({ action }) => action === 'remove')?.entry;
    const back = await town.post(calls.historyFile('page', id), { entry, name: sueldos?.pdf }, { as: town.editor });
    expect(back.body).toBe(1);
    const now = await page(town, id);
    expect(titledPdfs(now.pdfs, now.pdftitles).map(({ title }) => title)).toEqual(['Sueldos de marzo', 'Balance 2025']);
    expect((await town.get(addressOf(id, sueldos))).status).toBe(200);
  });

  test('can be ordered and titled while another person adds and titles others: another order is a conflict', async () => {
    const { town, id, pdfs, add, arrange } = await withPdfs('Balance.pdf', 'Sueldos.pdf');
    const [balance, sueldos] = pdfs;
    expect((await add('Compras.pdf')).body).toBe(1);
    const mine = `${sueldos?.pdf} Sueldos\n${balance?.pdf}`;
    expect((await arrange(mine, '')).body).toBe(1);
    expect((await arrange(`${balance?.pdf} Balance 2025`, '')).body).toBe(1);
    const both = `${sueldos?.pdf} Sueldos\n${balance?.pdf} Balance 2025`;
    expect((await page(town, id)).pdftitles).toBe(both);
    expect((await arrange(`${balance?.pdf} Otro título`, '')).status).toBe(409);
    expect((await page(town, id)).pdftitles).toBe(both);
  });

  test('are found by their titles', async () => {
    const { town, pdfs, arrange } = await withPdfs('scan0001.pdf');
    await arrange(`${pdfs[0]?.pdf} Declaraciones juradas`);
    const { body: found } = await town.post('/api/dataPublic/searchContent', { search: 'juradas', page: 1 });
    expect(JSON.stringify(found)).toContain('Transparencia');
  });

  test('are deleted with the page, and only staff get them while it is hidden', async () => {
    const { town, id, pdfs } = await withPdfs('Balance.pdf', 'Sueldos.pdf');
    await save(town, 'page', id, 'status', { value: 'Oculto' });
    for (const one of pdfs) expect((await town.get(addressOf(id, one))).status).toBe(404);
    expect((await town.get(addressOf(id, pdfs[0]), { as: town.editor })).status).toBe(200);
    expect((await town.post(calls.remove('page', id), {}, { as: town.admin })).body).toBe(1);
    expect(town.db.prepare('SELECT count(*) FROM pdf').pluck().get()).toBe(0);
    expect(listed(town.folder).filter((path) => path.startsWith('page/'))).toEqual([]);
    expect(trashed(town.folder)).toHaveLength(2);
  });
});
