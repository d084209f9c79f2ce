import { expect, test } from 'vitest';
import { farValueQuestion } from '../../../../web/src/admin/changes/questions.ts';

const asked = (entity: 'agenda' | 'bulletin' | 'alert' | 'story', name: string, value: string) =>
  farValueQuestion(entity, name, value, '2026-11-26') !== null;

test('before a far day is saved the person is asked, in whichever field of a day or a moment', () => {
  expect(asked('agenda', 'date', '1900-01-01')).toBe(true);
  expect(asked('agenda', 'lastDay', '2062-11-30')).toBe(true);
  expect(asked('bulletin', 'date', '2099-11-24')).toBe(true);
  expect(asked('alert', 'expires', '2062-11-26T18:30')).toBe(true);
});

test('an ordinary day, an empty one and a text that looks like a day are saved without a question', () => {
  expect(asked('agenda', 'date', '2027-01-01')).toBe(false);
  expect(asked('agenda', 'lastDay', '')).toBe(false);
  expect(asked('alert', 'expires', '2026-11-27T18:30')).toBe(false);
  expect(asked('story', 'title', '1900-01-01')).toBe(false);
});
