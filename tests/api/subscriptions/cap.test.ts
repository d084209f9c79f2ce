import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { subscriptions } from '#contract/addresses/subscriptions';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';
import { CAP_SCHEMA } from './cap-schema.ts';

const schema = XmlDocument.fromString(CAP_SCHEMA);

/** Reads a message and checks it with the schema. @throws what is wrong with it */
async function message(town: Town, id: string): Promise<(name: string) => string | undefined> {
  const { status, headers, body } = await town.get(subscriptions.alert({ id }));
  expect([status, headers.get('content-type')]).toEqual([200, 'application/cap+xml; charset=utf-8']);
  const document = XmlDocument.fromString(String(body));
  const validator = XsdValidator.fromDoc(schema);
  try {
    validator.validate(document);
  } finally {
    validator.dispose();
    document.dispose();
  }
  return (name) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(String(body))?.[1];
}

const ALERT = {
  headline: 'Ruta 40 & accesos cortados',
  severity: 'Severe',
  category: 'Transport',
  onset: '2026-03-15T09:00',
  expires: '2026-03-15T21:30',
};

test('an alert is a valid message, with its times in the offset of the town', async () => {
  const town = await openTown();
  const of = await message(town, town.make('alert', { ...ALERT, status: 'Publicado' }));
  expect(['msgType', 'severity', 'category', 'headline', 'onset', 'expires'].map(of)).toEqual([
    'Alert',
    'Severe',
    'Transport',
    'Ruta 40 &amp; accesos cortados',
    '2026-03-15T09:00:00-03:00',
    '2026-03-15T21:30:00-03:00',
  ]);
});

test('a change of a published alert is a separate message, which updates the one before', async () => {
  const town = await openTown();
  const id = town.make('alert', { ...ALERT, status: 'Publicado' });
  const first = await message(town, id);
  town.clock.now += 60_000;
  await save(town, 'alert', id, 'instruction', { value: 'Usá el camino viejo' });
  const second = await message(town, id);
  expect(second('msgType')).toBe('Update');
  expect(second('references')).toBe([first('sender'), first('identifier'), first('sent')].join());
  expect(second('identifier')).not.toBe(first('identifier'));
});

test.for([']]>', '& < > " \'', '💧🚨', '\u0000\u0001\u001f', '\ufffe\uffff', '<!-- &#x0; <?xml?>', 'uno\r\ndos\ttres'])(
  'a message with the text %j is valid',
  async (text) => {
    const town = await openTown();
    const id = town.make('alert', { ...ALERT, status: 'Publicado' });
    // As it is: the writer cleans some of them.
    const fields = ['headline', 'description', 'instruction', 'area'].map((field) => `${field} = @text`).join();
    town.db.prepare(`UPDATE alert SET ${fields} WHERE id = @id`).run({ text, id });
    const of = await message(town, id);
    expect(of('instruction')).toBeTruthy();
  },
);

test('drafts and hidden alerts have no message, and are in no feed', async () => {
  const town = await openTown();
  for (const status of ['Redaccion', 'Oculto']) {
    const id = town.make('alert', { ...ALERT, status });
    expect((await town.get(subscriptions.alert({ id }))).status).toBe(404);
    expect((await town.get(subscriptions.alerts())).body).not.toContain('Ruta 40');
  }
});
