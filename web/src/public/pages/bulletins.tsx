import { categoryName, categoryOf, categoryTitle } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { addDays, longRange, showDay } from '#contract/values/dates';
import type { DateRange } from '#contract/values/dates';
import { BULLETIN_PICKER_DAYS, NO_WORD } from '#contract/limits';
import type { Found } from '#contract/lists';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import { digestPdf } from '#contract/addresses/files';
import type { BulletinCard, Digest, SiteDocument } from '#contract/records';
import { cut, sizeInWords } from '#contract/values/text';
import { DatePicker } from '../../components/date-picker.tsx';
import { DateRangeForm } from '../../components/date-range-form.tsx';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { definePage, pageNumber, rangeIn, Redirect } from '../public-page.ts';
import { didYouMean } from '../did-you-mean.ts';
import { selectable } from '../offered-categories.ts';
import { KeepPdf } from '../parts/keep-pdf.tsx';
import { PageHead } from '../parts/page-head.tsx';

export interface Bulletins extends Found<BulletinCard> {
  page: number;
  /** The key of the selected class in lower case; `all` for every class. */
  bclass: string;
  /** What the list of the selected class is called; '' for every class. */
  title: string;
  /** The classes to choose from. */
  classes: Category[];
  search: string | null;
  range: DateRange | null;
  digest: Digest;
}

/** The official bulletin: filtered by class, by day within the last 90, or by search words. */
export const page = definePage<Bulletins>({
  style: 'rows',
  async load(reader, { params, query, categories: { bulletin: all } }) {
    const bclass = (params.bclass ?? ALL).toLowerCase();
    const known = categoryOf(all, bclass);
    if (!known && bclass !== ALL) return null;
    const typed = query.get('texto');
    if (typed !== null)
      return new Redirect(pages.bulletinSearch(query.get('clase') ?? bclass, typed.trim() || NO_WORD));
    const range = rangeIn(query);
    if (range === null) return null;
    const number = pageNumber(query);
    const by = known?.key;
    const [list, digest, classes] = await Promise.all([
      params.search === undefined
        ? reader.list('bulletin', { by, range: range ?? null, page: number })
        : reader.listSearch('bulletin', params.search, { by, page: number }),
      reader.document('digest'),
      selectable(all, (key) => reader.list('bulletin', { by: key })),
    ]);
    const title = known ? categoryTitle(known) : '';
    return {
      ...list,
      page: number,
      bclass,
      title,
      classes,
      search: params.search ?? null,
      range: range ?? null,
      digest,
    };
  },
  head: ({ bclass, title: ofClass, search, range, page: number }, site) => {
    const title = [sectionName(site, pages.bulletins()), ofClass].filter(Boolean).join(': ');
    const kinds = ofClass || 'Las publicaciones oficiales';
    const words = search === null ? '' : cut(search, 60, 57);
    return {
      title: search === null ? title : `${title}: ${words}`,
      description: search === null ? `${kinds} de ${site.town}.` : `${kinds} de ${site.town} que dicen «${words}».`,
      path: withDates(addressOf({ bclass, search }, number), range),
      subscriptions: [feedOf(bclass)],
      page: number,
      noIndex: search !== null,
    };
  },
  Page: ({ data, site, categories, today }) => (
    <>
      <PageHead title={sectionName(site, pages.bulletins())} lead={leadOf(data, site)} />
      <div className="section">
        <div className="columns left">
          <div className="side">
            <SearchForm
              action={pages.bulletins()}
              label="Buscar en el boletín"
              id="buscar-boletin"
              hidden={{ clase: data.bclass }}
              value={data.search === NO_WORD ? '' : (data.search ?? '')}
            />
            <nav aria-label="Clases">
              <ul>
                <ClassItem to={pages.bulletins()} isCurrent={data.bclass === ALL} title="Todos" />
                {data.classes.map((one) => (
                  <ClassItem
                    key={one.key}
                    to={pages.bulletinsByClass(one.key)}
                    isCurrent={one.key.toLowerCase() === data.bclass}
                    title={categoryTitle(one)}
                  />
                ))}
                {data.digest.pdf && (
                  <li>
                    <a href={digestPdf()} target="_blank" rel="noopener">
                      Digesto municipal (PDF, se abre aparte)
                    </a>
                  </li>
                )}
              </ul>
            </nav>
            {data.digest.pdf && <KeepPdf url={digestPdf()} size={sizeInWords(data.digest.pdfsize)} what="el digesto" />}
            {data.search === null && (
              <div className="wide-only">
                <DatePicker
                  label="Elegí los días del boletín"
                  range={data.range}
                  today={today}
                  min={addDays(today, -BULLETIN_PICKER_DAYS)}
                  max={today}
                  to={(range) => withDates(addressOf(data), range)}
                />
                <DateRangeForm
                  action={addressOf(data)}
                  range={data.range}
                  min={addDays(today, -BULLETIN_PICKER_DAYS)}
                  max={today}
                />
              </div>
            )}
          </div>
          <div>
            {data.items.length > 0 ? (
              <BulletinRows bulletins={data.items} classes={categories.bulletin} />
            ) : (
              <div className="empty">
                <p>{emptyOf(data)}</p>
                {(data.search ?? data.range) && (
                  <Link className="more" to={pages.bulletins()}>
                    Todo el boletín
                  </Link>
                )}
              </div>
            )}
            <Pager page={data.page} pages={data.pages} to={(one) => withDates(addressOf(data, one), data.range)} />
            <p>
              <a className="more" href={feedOf(data.bclass)}>
                Seguir el boletín desde otra aplicación (RSS)
              </a>
            </p>
          </div>
        </div>
      </div>
    </>
  ),
});

function ClassItem({ to, isCurrent, title }: { to: string; isCurrent: boolean; title: string }) {
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
        {title}
      </Link>
    </li>
  );
}

function BulletinRows({ bulletins, classes }: { bulletins: BulletinCard[]; classes: Category[] }) {
  return (
    <ul className="rows">
      {bulletins.map((bulletin) => (
        <li key={bulletin.id} className="tile">
          <Link className="label" to={pages.bulletinsByClass(bulletin.bclass)}>
            #{categoryName(classes, bulletin.bclass).toLowerCase()}
          </Link>
          <time className="date" dateTime={bulletin.date}>
            {showDay(bulletin.date)}
          </time>
          <h2>
            <Link to={pages.bulletin(bulletin)}>{bulletin.title}</Link>
          </h2>
          <span className="date">{bulletin.number}</span>
        </li>
      ))}
    </ul>
  );
}

/** Every class, in addresses and calls. */
const ALL = 'all';
const feedOf = (bclass: string) =>
  bclass === ALL ? subscriptions.bulletins() : subscriptions.bulletinsByClass(bclass);

function addressOf({ bclass, search }: Pick<Bulletins, 'bclass' | 'search'>, number = 1): string {
  if (search !== null) return pages.bulletinSearch(bclass, search, number);
  return bclass === ALL ? pages.bulletins(number) : pages.bulletinsByClass(bclass, number);
}

function withDates(address: string, range: DateRange | null): string {
  return range ? `${address}${address.includes('?') ? '&' : '?'}desde=${range.from}&hasta=${range.to}` : address;
}

function leadOf({ search, instead, range, title }: Bulletins, site: SiteDocument): string {
  if (search === NO_WORD) return 'Escribí una palabra para buscar en el boletín.';
  if (search !== null) return instead ? didYouMean(search, instead) : `Resultados para: ${search}`;
  if (range) return `Lo publicado ${range.from === range.to ? 'el ' : ''}${longRange(range)}`;
  return title || siteTexts(site).bulletins;
}

function emptyOf({ search, range }: Bulletins): string {
  if (search !== null) return 'No se encontro ningun resultado';
  return range ? 'No hay publicaciones en esas fechas.' : 'Todavía no hay publicaciones.';
}
