import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DayLine } from '#contract/calendar/roster-day';
import type { SiteDocument } from '#contract/records';
import { DayLines } from '../../../web/src/public/parts/rosters/day-lines.tsx';

const LINE: DayLine = {
  who: 'Del Lago',
  place: 'Belgrano 122',
  zone: '',
  phone: '02902 48-1325',
  note: '',
  spans: [['2026-03-15T08:30', '2026-03-16T08:30']],
  when: 'desde las 8:30',
};
const SITE = { town: 'Villa', province: 'Chubut', phone: '02902 48-1100' } as SiteDocument;
const drawn = (line: DayLine) => renderToStaticMarkup(<DayLines lines={[line]} site={SITE} now={null} />);

test('what there is says where, and how to get there', () => {
  expect(drawn(LINE)).toContain('Cómo llegar');
});

test('what is cancelled is struck out with its reason, and leads nobody there', () => {
  const html = drawn({ ...LINE, off: 'Duelo' });
  expect(html).toMatch(/<s>desde las 8:30<\/s>.*Duelo/);
  expect(html).not.toContain('Belgrano');
  expect(html).toContain('02902 48-1325');
});
