import { categoryTitle } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import type { Paged } from '#contract/lists';
import { sectionName } from '#contract/town/menu';
import { digestPdf } from '#contract/addresses/files';
import { pages } from '#contract/addresses/pages';
import { subscriptionOf } from '#contract/addresses/subscriptions';
import { SECTIONS } from '#contract/sections';
import type { AlbumCard, AuthorityCard, CardOf, Digest, Label, ProcedureCard, RecordOf } from '#contract/records';
import { Link } from '../../components/link.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';
import { selectable } from '../offered-categories.ts';
import { inOrderOfKinds } from '../parts/rosters/rosters-in-order.ts';

interface SiteMap {
  authorities: AuthorityCard[];
  labels: Label[];
  albums: Paged<AlbumCard>;
  digest: Digest;
  procedures: ProcedureCard[];
  rosters: Pick<CardOf<'roster'>, 'id' | 'titlekey' | 'title'>[];
  freePages: Pick<RecordOf<'page'>, 'id' | 'title' | 'titlekey'>[];
  classes: Category[];
  categories: Category[];
}

/** All sections of the portal with what is in them, for people; `sitemap.xml` is for search engines. */
export const page = definePage<SiteMap>({
  style: 'rows',
  async load(reader, { categories }) {
    const [
      { items: authorities },
      labels,
      albums,
      digest,
      { items },
      { items: procedures },
      rosterCards,
      classes,
      agenda,
    ] = await Promise.all([
      reader.list('authority'),
      reader.lastLabels(),
      reader.list('album'),
      reader.document('digest'),
      reader.list('page'),
      reader.list('procedure'),
      reader.list('roster'),
      selectable(categories.bulletin, (key) => reader.list('bulletin', { by: key })),
      selectable(categories.agenda, (key) => reader.list('agenda', { by: key })),
    ]);
    const freePages = items.map(({ id, title, titlekey }) => ({ id, title, titlekey }));
    const rosters = inOrderOfKinds(rosterCards.items, categories).map(({ id, title, titlekey }) => ({
      id,
      title,
      titlekey,
    }));
    return { authorities, labels, albums, digest, procedures, rosters, freePages, classes, categories: agenda };
  },
  head: (_, site) => ({
    title: 'Mapa del sitio',
    description: `Todas las secciones del portal de ${site.town}, en una sola página.`,
  }),
  Page: ({ data, site }) => (
    <>
      <PageHead title="Mapa del sitio" lead="Todo lo que hay en el portal, en una sola página." />
      <div className="section">
        <ul className="rows">
          <Section title="Inicio" to={pages.home()} />
          <Section title="Hoy" to={pages.today()} />
          {SECTIONS.map(
            ({ address, page: ofSection }) =>
              ofSection &&
              (address !== pages.government() || data.authorities.length > 0) && (
                <Section key={address} title={sectionName(site, address)} to={address} {...insideOf(address, data)} />
              ),
          )}
          {data.freePages.length > 0 && (
            <Section title="Más páginas" parts={data.freePages.map((one) => [one.title, pages.page(one)])} />
          )}
          <Section title="Cartelera para imprimir" to={pages.cartelera()} />
          <Section
            title="Para seguir desde otra aplicación"
            files={SECTIONS.flatMap(({ address, feed }): NamedAddress[] =>
              feed ? [[`${sectionName(site, address)} (${FORMATS[feed]})`, subscriptionOf(address, feed)]] : [],
            )}
          />
        </ul>
      </div>
    </>
  ),
});

const FORMATS = { atom: 'RSS', ics: 'calendario' };

/** What is in a section beside its own page. */
function insideOf(
  section: string,
  { authorities, labels, albums, digest, procedures, rosters, classes, categories }: SiteMap,
): { parts?: readonly NamedAddress[]; files?: readonly NamedAddress[] } {
  switch (section) {
    case pages.stories():
      return { parts: labels.map(({ name, namehashed }) => [`#${name}`, pages.storiesByLabel(namehashed)]) };
    case pages.agenda():
      return { parts: categories.map(({ key, name }) => [name, pages.agendaByLabel(key)]) };
    case pages.procedures():
      return { parts: procedures.map((one) => [one.title, pages.procedure(one)]) };
    case pages.rosters():
      return { parts: rosters.map((one) => [one.title, pages.roster(one)]) };
    case pages.government():
      return { parts: authorities.map((one) => [one.position, pages.authority(one)]) };
    case pages.bulletins():
      return {
        parts: classes.map((one) => [categoryTitle(one), pages.bulletinsByClass(one.key)]),
        files: digest.pdf ? [['Digesto municipal (PDF)', digestPdf()]] : [],
      };
    case pages.tourism():
      return {
        parts: [
          ...albums.items.map((album): NamedAddress => [album.title, pages.album(album)]),
          ...(albums.pages > 1 ? [['Más álbumes', pages.tourism(2)] as const] : []),
        ],
      };
    default:
      return {};
  }
}

type NamedAddress = readonly [name: string, address: string];

/** @param files addresses that are no pages */
function Section({
  title,
  to,
  parts = [],
  files = [],
}: {
  title: string;
  to?: string;
  parts?: readonly NamedAddress[];
  files?: readonly NamedAddress[];
}) {
  return (
    <li>
      <div>
        <h2>{to ? <Link to={to}>{title}</Link> : title}</h2>
        {parts.length + files.length > 0 && (
          <ul className="chips">
            {parts.map(([name, address]) => (
              <li key={address}>
                <Link to={address}>{name}</Link>
              </li>
            ))}
            {files.map(([name, address]) => (
              <li key={address}>
                <a href={address}>{name}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
