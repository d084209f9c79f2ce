import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { PDF_CEILING } from '#contract/limits';
import { AT_ONCE } from '../../api/files/upload-allowance.ts';
import { newStory, openPortal, ownFolder, saveField } from './portal.ts';

/** As many as one person may have under way. */
const UPLOADS = AT_ONCE;

test(`${UPLOADS} of the longest PDFs at once take less than half of the memory that the service may have`, async () => {
  const unit = readFileSync('deploy/systemd/portal@.service', 'utf8');
  const NODE_OPTIONS = /^ExecStart=\S+\/node (.*) api\/main\.ts$/m.exec(unit)?.[1] ?? '';
  const portal = await openPortal(ownFolder(), { env: { NODE_OPTIONS } });
  const story = await newStory(portal);
  const ids = await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const { body } = await portal.send('POST', calls.create('bulletin'), {});
      return (body as { id: string }).id;
    }),
  );
  const uploads = ids.map((id, n) => {
    const bytes = Buffer.alloc(PDF_CEILING, `${n} `);
    bytes.write('%PDF-1.4\n');
    bytes.write('\n%%EOF', PDF_CEILING - 6);
    const data = `data:application/pdf;base64,${bytes.toString('base64')}`;
    return portal.send('POST', calls.pdf('bulletin', id), { name: 'Digesto.pdf', data });
  });
  const saved = await saveField(portal, story, 'title', { value: 'Mientras tanto' });
  expect(saved).toEqual({ status: 200, body: 1 });
  expect(await Promise.all(uploads)).toEqual(ids.map(() => ({ status: 200, body: 1 })));

  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))?.[1]) / 1024;
  const allowed = Number(/^MemoryMax=(\d+)G$/m.exec(unit)?.[1]) * 1024;
  expect(peak).toBeLessThan(allowed / 2);
  console.info(`${UPLOADS} uploads of ${PDF_CEILING / 2 ** 20} MiB at once: ${peak.toFixed(0)} MiB at most`);
  await portal.stop();
});
