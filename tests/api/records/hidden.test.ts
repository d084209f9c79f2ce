import { SERVICE_FIELDS } from '#contract/calendar/weather-service';
import { describe, expect, test } from 'vitest';
import { richText } from '../../../api/records/canonical.ts';
import { blankDocuments } from '#contract/town/documents';
import { ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';
import { calls } from '#contract/addresses/calls';
import type { Label } from '#contract/records';
import { downloadName } from '#contract/uploaded/upload-names';
import { openTown, openTownForAll, save } from '../town.ts';

/**
 * Right-to-left override, NUL, BEL, escape, delete, a C1 control, isolates, zero width, byte-order mark, annotation.
 */
const HIDDEN = [
  '\u202e',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u009b',
  '\u2066',
  '\u2069',
  '\u061c',
  '\u200b',
  '\u2060',
  '\u206e',
  '\ufeff',
  '\ufff9',
];
const SPOILT = HIDDEN.map((sign, at) => `a${sign}${at}`).join('');
const CLEAN = HIDDEN.map((_, at) => `a${at}`).join('');
const hiddenIn = (value: unknown) =>
  HIDDEN.filter((sign) => JSON.stringify(value).includes(JSON.stringify(sign).slice(1, -1)));

describe('invisible characters', () => {
  const townForAll = openTownForAll();
  test.for(
    ENTITY_NAMES.flatMap((entity) =>
      fieldsOf(entity)
        .filter(([, { kind }]) => ['line', 'lines', 'phones', 'html'].includes(kind))
        .filter(([name]) => name !== 'source')
        .map(([name, field]) => [entity, field.path ?? name, name] as const),
    ),
  )('are in no %s.%s', async ([entity, path, name]) => {
    const town = townForAll();
    const id = town.make(entity);
    if (SERVICE_FIELDS.includes(name)) town.db.prepare("UPDATE alert SET source = 'x' WHERE id = ?").run(id);
    expect((await save(town, entity, id, path, { value: SPOILT })).body).toBe(1);
    expect(town.db.prepare(`SELECT ${name} FROM ${entity} WHERE id = ?`).pluck().get(id)).toBe(CLEAN);
  });

  test('are in no label, however it is requested', async () => {
    const town = await openTown();
    const story = town.make('story');
    const [label] = (
      await town.get(calls.labelCreateAdd(story, `Obras\u202e\u0007 públicas\u200b`), { as: town.editor })
    ).body as Label[];
    expect(label?.name).toBe('Obras públicas');
  });

  test('are in no document', async () => {
    const town = await openTown();
    const { site } = blankDocuments;
    expect(
      (
        await town.post(
          calls.document('site'),
          { value: { ...site, town: SPOILT, motto: `uno\ndos\u202e`, map: { embedUrl: '', title: SPOILT } } },
          { as: town.admin },
        )
      ).body,
    ).toBe(1);
    const row = {
      area: SPOILT,
      phones: ['02902 48-1100'],
      extension: SPOILT,
      hours: SPOILT,
      always: false,
      address: SPOILT,
      email: '',
    };
    expect((await town.post(calls.document('usefulData'), { value: { rows: [row] } }, { as: town.editor })).body).toBe(
      1,
    );
    expect((await town.post(calls.greenPointText(), { value: `<p>${SPOILT}</p>` }, { as: town.editor })).body).toBe(1);
    const documents = town.db.prepare<[], string>('SELECT value FROM document').pluck().all();
    expect(documents.map((value) => hiddenIn(JSON.parse(value)))).toEqual(documents.map(() => []));
    expect(
      JSON.parse(town.db.prepare<[], string>("SELECT value FROM document WHERE id = 'site'").pluck().get() ?? ''),
    ).toMatchObject({ town: CLEAN, motto: 'uno dos' });
  });

  test('are not in rich text as references either, nor do they hide a dangerous address', () => {
    expect(richText('<p>uno&#x202e;dos&#0;&#7;tres&ZeroWidthSpace;&rlm;</p>')).toBe('<p>unodos\ufffdtres</p>');
    expect(richText('<a href="java&#x202e;script:alert(1)">x</a><a href="https://a.example/&#x200b;b">y</a>')).toBe(
      '<a>x</a><a href="https://a.example/b">y</a>',
    );
  });

  test('are in no file name', () => {
    expect(downloadName(`acta\u202efdp.exe.pdf`)).toBe('actafdp.exe.pdf');
    expect(hiddenIn(downloadName(`${SPOILT}.pdf`))).toEqual([]);
  });

  test('do not include joiners of letters and emoji, accents, or line breaks in texts of several lines', async () => {
    const town = await openTown();
    const id = town.make('story');
    await save(town, 'story', id, 'title', { value: 'Día de la familia 👨‍👩‍👧 y ñandú' });
    await save(town, 'story', id, 'description', { value: 'uno\r\ndos\u2028tres\tcuatro' });
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({
      title: 'Día de la familia 👨‍👩‍👧 y ñandú',
      description: 'uno\ndos\ntres cuatro',
    });
  });
});

describe('a link that hides where it leads', () => {
  const LINK = '<p><a href="https://www.gob.ar@evil.example/">trámite</a></p>';

  test.for([
    LINK,
    '<a href="https:\\\\www.gob.ar&#64;evil.example">x</a>',
    '<a href="HTTP://u&colon;p@evil.example/">x</a>',
  ])('is not stored in rich text: %s', async (value) => {
    const town = await openTown();
    const id = town.make('story');
    expect(await save(town, 'story', id, 'text', { value })).toMatchObject({
      status: 422,
      body: { field: 'text', message: expect.stringContaining('delante de una @') as string },
    });
    expect((await town.post(calls.greenPointText(), { value }, { as: town.editor })).status).toBe(422);
  });

  test('that an earlier release stored can be replaced by who sees it', async () => {
    const town = await openTown();
    const id = town.make('story');
    town.db.prepare('UPDATE story SET text = ? WHERE id = ?').run(LINK, id);
    town.db.prepare("UPDATE document SET value = ? WHERE id = 'greenpointpage'").run(JSON.stringify({ txt: LINK }));
    expect((await save(town, 'story', id, 'text', { value: '<p>trámite</p>', base: LINK })).body).toBe(1);
    expect(
      (await town.post(calls.greenPointText(), { value: '<p>trámite</p>', base: LINK }, { as: town.editor })).body,
    ).toBe(1);
    expect((await save(town, 'story', id, 'text', { value: '<p>otro</p>', base: LINK })).status).toBe(409);
  });

  test('does not include e-mail addresses, nor an at sign in a path', () => {
    const text =
      '<p><a href="mailto:mesa@ejemplo.gob.ar">correo</a> <a href="https://ejemplo.gob.ar/@municipio">perfil</a></p>';
    expect(richText(text)).toBe(text);
  });
});
