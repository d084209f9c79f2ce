import { expect, test } from 'vitest';
import { ITEMS_MAX, listedItems } from '../../../api/weather/rss.ts';
import { readXml } from '../../../api/weather/xml-reading.ts';
import { listText } from '../../weather-messages.ts';

const FEED = 'https://smn.example/CAP/AR.php';
const links = (text: string) => listedItems(readXml(text), FEED)?.map(({ link }) => link);

test('both kinds of entries lead to their files, each once', () => {
  const files = ['https://smn.example/a.xml', 'https://smn.example/b.xml?x=1&y=2', 'https://smn.example/a.xml'];
  expect(links(listText(files))).toEqual(files.slice(0, 2));
});

test('an entry that says that there is no warning is none', () => {
  expect(links(listText([]))).toEqual([]);
});

test('links to other servers, to the list itself and to no page are left out', () => {
  const others = ['https://evil.example/a.xml', 'http://smn.example/a.xml', FEED, 'file:///etc/passwd', 'a.xml'];
  expect(links(listText([...others, 'https://ana:x@smn.example/a.xml']))).toEqual([]);
});

test('what is no list is none, and a list has an end', () => {
  expect(listedItems(readXml('<html><body>Error</body></html>'), FEED)).toBeNull();
  const many = Array.from({ length: ITEMS_MAX + 50 }, (_, at) => `https://smn.example/${at}.xml`);
  expect(links(listText(many))).toHaveLength(ITEMS_MAX);
});

test('the mark of an entry changes with its words', () => {
  const markOf = (title: string) =>
    listedItems(
      readXml(`<rss><channel><item><title>${title}</title><link>https://smn.example/a</link></item></channel></rss>`),
      FEED,
    )?.[0]?.mark;
  expect(markOf('uno')).toBe(markOf('uno'));
  expect(markOf('uno')).not.toBe(markOf('dos'));
});
