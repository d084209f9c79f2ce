import { expect, it } from 'vitest';
import { pictureRemoval, labelAddition, removal, update } from '../../../../web/src/admin/workspace/new-operations.ts';

it('a field is updated under its name in addresses', () => {
  expect(update('agenda', 'a', 'label', 'Cultura', 'Turismo')).toMatchObject({
    path: '/api/agenda/a/update/labelId',
    field: 'label',
  });
  expect(update('album', 'a', 'shortdescription', 'x', '').path).toBe('/api/album/a/update/shortDescription');
});

it('a delete carries the change that the person saw, and 0 when only this device knows the record', () => {
  expect(removal('story', 'a', 7)).toMatchObject({ base: 7, path: '/api/data/deleteStory/a' });
  expect(removal('story', 'a', null)).toMatchObject({ base: 0 });
});

it('a label can be sent in an address, whatever characters its name has', () => {
  expect(labelAddition('a', 'Obras / ñandú').path).toBe(
    '/api/data/LabelsCreateAddStory/a/Obras%20%2F%20%C3%B1and%C3%BA',
  );
});

it('pictures are removed from an album and the green-point page by separate calls', () => {
  expect(pictureRemoval('album', 'a', 'foto-1')).toMatchObject({
    path: '/api/album/image/delete/a',
    body: { name: 'foto-1' },
  });
  expect(pictureRemoval('greenpointpage', 'greenpointpage', 'foto-1').path).toBe('/api/greenpoints/image/delete');
});
