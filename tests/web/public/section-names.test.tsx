import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import { describedShare, pageShare } from '#contract/share';
import { blankDocuments } from '#contract/town/documents';
import { dayAt } from '#contract/values/dates';
import { Portal } from '../../../web/src/public/portal.tsx';
import { Redirect } from '../../../web/src/public/public-page.ts';
import { viewOf } from '../../../web/src/public/view.ts';
import { graphOf } from '../../../web/src/structured-data/graph.ts';
import { openTown } from '../../api/town.ts';

const ORIGIN = 'https://portal.example';
const NAMES: [address: string, name: string][] = [
  [pages.stories(), 'Novedades'],
  [pages.government(), 'Autoridades'],
  [pages.procedures(), 'Gestiones'],
  [pages.rosters(), 'Turnos'],
  [pages.bulletins(), 'Normas'],
  [pages.tourism(), 'Paseos'],
  [pages.agenda(), 'Qué hacer'],
  [pages.greenPoints(), 'Reciclado'],
  [pages.usefulData(), 'Teléfonos'],
];

/** A town with something in every section, whose menu gives each another name, one of them in a group. */
async function renamedTown() {
  const town = await openTown({ origin: ORIGIN });
  for (const type of ['story', 'bulletin', 'album', 'agenda', 'procedure', 'roster'] as const) {
    const turns = type === 'roster' && { turns: 'todos los días, 9 h' };
    town.make(type, { title: 'Uno', status: 'Publicado', ...turns });
  }
  town.make('greenpoint', { title: 'Plaza', url: 'https://www.google.com/maps/embed?pb=1' });
  town.make('authority', { name: 'Ana Paz', position: 'Intendenta' });
  const link = ([to, name]: (typeof NAMES)[number]) => ({ to, name, isHidden: false });
  const [first, ...others] = NAMES.map(link);
  const items = [...others, { to: '', name: 'Más', isHidden: false, items: [first!] }];
  town.writer.setDocument(town.act, 'site', { ...blankDocuments.site, menu: { hidesEmpty: true, items } });
  const open = async (path: string) => {
    const view = await viewOf({ path, origin: ORIGIN, reader: town.reader, today: dayAt(town.clock.now) });
    if (view instanceof Redirect) throw new Error(`${path} leads to ${view.to}`);
    const html = renderToString(
      <StaticRouter location={path}>
        <Portal initial={view} source={null} layout={view.layout} />
      </StaticRouter>,
    );
    return { view, html: html.replaceAll('<!-- -->', ''), graph: JSON.stringify(graphOf(view, ORIGIN)) };
  };
  return { town, open };
}

test.for(NAMES)('%s is called what the menu calls it: in its heading, title, breadcrumbs and share', async (given) => {
  const [address, name] = given;
  const { town, open } = await renamedTown();
  const { view, html, graph } = await open(address);
  expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(name);
  expect(view.head.title).toBe(`${name} · ${blankDocuments.site.name}`);
  expect(graph).toContain(`"position":2,"name":"${name}"`);
  const share = await describedShare(pageShare(view.name), town.reader);
  expect(share?.picture).toMatchObject({ title: name });
});

test('the home page and the site map call sections what the menu calls them', async () => {
  const { open } = await renamedTown();
  const main = ({ html }: { html: string }) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const home = main(await open(pages.home()));
  // The home page has no part for the authorities, and says what comes by today without a heading.
  const unnamed: string[] = [pages.government(), pages.rosters()];
  for (const [address, name] of NAMES) if (!unnamed.includes(address)) expect(home).toContain(`>${name}<`);
  const map = main(await open(pages.siteMap()));
  for (const [address, name] of NAMES) expect(map).toMatch(new RegExp(`href="${address}"[^>]*>${name}</a>`));
});

test('searches, notifications, the printed sheet and subscriptions call sections what the menu calls them', async () => {
  const { town, open } = await renamedTown();
  const found = (await open(pages.search('uno'))).html;
  const kinds = [...found.matchAll(/<span class="date">([^<]*)</g)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual(['Gestiones', 'Normas', 'Novedades', 'Paseos', 'Qué hacer', 'Turnos']);
  const sheet = (await open('/cartelera')).html;
  const columns = [...sheet.matchAll(/<h3>([^<]*)</g)].map(([, name]) => name);
  // Behind the days with who is on duty.
  expect(columns.slice(2, 5)).toEqual(['Qué hacer', 'Normas', 'Novedades']);
  for (const [address, name] of [
    [subscriptions.stories(), '<title>Novedades de '],
    [subscriptions.bulletins(), '<title>Normas de '],
    [subscriptions.alerts(), '<title>Alertas de '],
    [subscriptions.agenda(), 'NAME:Qué hacer de '],
  ] as const)
    expect(String((await town.get(address)).body)).toContain(name);
});

test('what is in a section is found below the name that the menu gives it', async () => {
  const { town, open } = await renamedTown();
  const [album] = (await town.reader.list('album')).items;
  expect((await open(pages.album(album!))).graph).toContain('"position":2,"name":"Paseos"');
});
