import { describe, expect, it } from 'vitest';
import { weeksOf } from '../../../web/src/components/date-picker.tsx';
import { pagerNumbers } from '../../../web/src/components/pager.tsx';
import { endOnVimeo, endOnYouTube } from '../../../web/src/components/media/video.tsx';
import { pageAfterLogin } from '../../../web/src/public/pages/login.tsx';
import { nextInAlbum, previousInAlbum, withinAlbum } from '../../../web/src/public/parts/viewer-order.ts';

describe('the album viewer, with 3 images and 2 videos', () => {
  const count = 5;
  it('goes from the last image to the first video, and from the last video to the first image', () => {
    expect(nextInAlbum(2, count)).toBe(3);
    expect(nextInAlbum(4, count)).toBe(0);
  });
  it('goes back from the first image to the last video', () => {
    expect(previousInAlbum(0, count)).toBe(4);
    expect(previousInAlbum(3, count)).toBe(2);
  });
  it('shows the last item if the one that was shown has been removed', () => {
    expect(withinAlbum(4, 3)).toBe(2);
    expect(withinAlbum(1, 3)).toBe(1);
    expect(withinAlbum(4, 0)).toBe(0);
  });
});

describe('after logging in', () => {
  it.each(['/admin', '/admin/noticia/abc?x=1#y'])('%s is a page to go to', (path) =>
    expect(pageAfterLogin(path)).toBe(path),
  );
  it.each([
    null,
    '',
    'https://malo.example',
    '//malo.example',
    '/\\malo.example',
    '/a\\b',
    'javascript:alert(1)',
    '/a b',
  ])('%j is not: staff go to the start of the back office', (path) => {
    expect(pageAfterLogin(path)).toBe('/admin');
  });
});

it('the pager shows the first, the last and the pages around the current one', () => {
  expect(pagerNumbers(1, 2)).toEqual([1, 2]);
  expect(pagerNumbers(10, 20)).toEqual([1, 8, 9, 10, 11, 12, 20]);
});

it('a month begins on Monday and has all its days', () => {
  const weeks = weeksOf('2026-11-21');
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
  expect(weeksOf('2027-02-01')).toHaveLength(4);
});

it('recognizes the end of a video from the players’ own messages', () => {
  expect(endOnYouTube(JSON.stringify({ event: 'onStateChange', info: 0 }))).toBe(true);
  expect(endOnYouTube(JSON.stringify({ event: 'infoDelivery', info: { playerState: 0 } }))).toBe(true);
  expect(endOnYouTube(JSON.stringify({ event: 'onStateChange', info: 1 }))).toBe(false);
  expect(endOnVimeo({ event: 'ended' })).toBe(true);
  expect(endOnVimeo('nada')).toBe(false);
});
