import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyAddress, findRecords, onePerPage } from '../../support/public-routes.ts';
import type { Found } from '../../support/public-routes.ts';
import { openTown } from '../../support/town.ts';
import type { Town } from '../../support/town.ts';
import { nothingWrong, visitAll } from './visits.ts';

const KB = 1024;

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
});
afterAll(() => town.close());

const documentAt = async (address: string) => (await fetch(town.url + address)).text();

describe('the document of every page', () => {
  it('has the emergency numbers within its first 14 KB', async () => {
    const late: string[] = [];
    const words = encodeURIComponent('ñandúes-y-piñas-'.repeat(13).slice(0, 200));
    for (const address of [...everyAddress(found), `/buscador/${words}`, `/boletin/buscar/${words}`]) {
      const html = await documentAt(address);
      const strip = html.indexOf('<section class="strip');
      expect(strip, address).toBeGreaterThan(0);
      const end = Buffer.byteLength(html.slice(0, html.indexOf('</section>', strip) + '</section>'.length));
      if (end > 14 * KB) late.push(`${address}: ${end} bytes`);
    }
    expect(late).toEqual([]);
  });
});

it('on one page of each kind on a phone nothing shifts, is replaced, cut off or stored, and axe finds nothing wrong', async () => {
  expect(await visitAll(town, onePerPage(everyAddress(found)), 'phone')).toEqual(nothingWrong());
  town.expectQuiet();
});
