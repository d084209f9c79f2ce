import { NO_WORD } from '#contract/limits';
import type { Found } from '#contract/lists';
import { pages } from '#contract/addresses/pages';
import { resultPage } from '#contract/addresses/results';
import type { SiteDocument } from '#contract/records';
import type { RecordType } from '#contract/record-types';
import { resultTypeOf } from '#contract/search';
import type { SearchResult } from '#contract/search';
import { SECTIONS } from '#contract/sections';
import { sectionName } from '#contract/town/menu';
import { longDay, momentRange } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { cut, cutSearchTitle } from '#contract/values/text';
import { didYouMean } from '../did-you-mean.ts';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { Phones } from '../../components/phones.tsx';
import { definePage, pageNumber, Redirect } from '../public-page.ts';
import { STATES } from '../parts/alerts/banners.tsx';
import { WaysOn } from '../parts/no-page.tsx';
import { PageHead } from '../parts/page-head.tsx';

interface Results extends Found<SearchResult> {
  search: string;
  page: number;
}

/** Names of result types on screen, where they differ from the type's own name. */
const NAMES: Partial<Record<SearchResult['type'], string>> = {
  Boletin: 'Boletín',
  Telefono: 'Teléfono',
  PuntoVerde: 'Punto verde',
  PuntosVerdes: 'Puntos verdes',
  Digesto: 'Boletín',
  Pagina: 'Página',
  Tramite: 'Trámite',
  Seccion: 'Sección',
};
/** Returns the section of a result: a town that calls it something else has no other name for what is in it. */
function sectionOfResult({ type }: SearchResult): string {
  const isIt = (one: RecordType) => resultTypeOf(one) === type;
  return SECTIONS.find(({ types }) => types.some(isIt))?.address ?? '';
}

export const page = definePage<Results>({
  style: 'rows',
  async load(reader, { params: { search }, query }) {
    if (search === undefined) return new Redirect(pages.search(query.get('texto')?.trim() || NO_WORD));
    const number = pageNumber(query);
    return { ...(await reader.search(search, number)), search, page: number };
  },
  head: ({ search, page: number }) => {
    const words = cut(search, 60, 57);
    return search === NO_WORD
      ? {
          title: 'Buscar',
          description:
            'Buscá en todo el portal: teléfonos, noticias, agenda, boletín oficial, gobierno, turismo y puntos verdes.',
          noIndex: true,
        }
      : {
          title: `Resultados para: ${words}`,
          description:
            `Lo que dice de «${words}» el portal: ` +
            'teléfonos, noticias, agenda, boletín oficial, gobierno, turismo y puntos verdes.',
          page: number,
          noIndex: true,
        };
  },
  Page: ({ data: { items, pages: total, page: number, search, instead }, site, today }) => (
    <>
      <PageHead
        title={titleOf(instead?.join(' ') ?? search, items.length)}
        {...(search === NO_WORD ? { lead: 'Falta una palabra: escribí qué querés encontrar.' } : {})}
        {...(instead ? { lead: didYouMean(search, instead) } : {})}
      >
        <SearchForm
          action="/buscador"
          label="Buscar en el sitio"
          id="buscar"
          value={search === NO_WORD ? '' : search}
        />
      </PageHead>
      <div className="section">
        {items.length > 0 ? <ResultRows results={items} site={site} today={today} /> : <NoResults search={search} />}
        <Pager page={number} pages={total} to={(one) => pages.search(search, one)} />
      </div>
    </>
  ),
});

function ResultRows({ results, ...rest }: { results: SearchResult[]; site: SiteDocument; today: Day }) {
  // The spec orders the cut, which may leave two results alike: their whole titles tell them apart.
  const isAlike = ({ title }: SearchResult) =>
    results.filter((one) => cutSearchTitle(one.title) === cutSearchTitle(title)).length > 1;
  return (
    <ul className="rows">
      {results.map((result) => {
        const { type, id, phones } = result;
        const shown = { result, isAlike: isAlike(result), ...rest };
        return phones ? (
          <PhoneRow key={`${type}${id}`} phones={phones} {...shown} />
        ) : (
          <li key={`${type}${id}`} className="tile">
            <Result {...shown} />
          </li>
        );
      })}
    </ul>
  );
}

/** A telephone number that can be called from the results. */
function PhoneRow({ phones, ...shown }: Shown & { phones: string[] }) {
  const { site } = shown;
  return (
    <li>
      <div>
        <Result {...shown} />
      </div>
      <div className="phones">
        {phones.map((phone) => (
          <Phones key={phone} className="phone" typed={phone} town={site.phone} />
        ))}
      </div>
    </li>
  );
}

interface Shown {
  result: SearchResult;
  /** Whether another result has the same title where it is cut. */
  isAlike: boolean;
  site: SiteDocument;
  today: Day;
}

function Result({ result, isAlike, site, today }: Shown) {
  const { type, title, date, alert, isOver, keywordcontext } = result;
  const words = cutSearchTitle(title);
  const to = resultPage(result);
  return (
    <>
      <span className="date">{sectionName(site, sectionOfResult(result), NAMES[type] ?? type)}</span>
      {alert && (
        <span className="date">
          {STATES[alert.state]} · {momentRange(alert.start, alert.end, today)}
        </span>
      )}
      {isOver && <span className="date">Terminó</span>}
      {date && (
        <time className="date" dateTime={date}>
          {longDay(date)}
        </time>
      )}
      <h2>
        {type === 'Digesto' ? (
          <a href={to} target="_blank" rel="noopener">
            {words} (PDF, se abre aparte)
          </a>
        ) : to.startsWith('/') ? (
          <Link to={to} title={title}>
            {words}
          </Link>
        ) : (
          <a href={to} rel="external">
            {words}
          </a>
        )}
      </h2>
      {isAlike && words !== title && <p>{title}</p>}
      {keywordcontext && <p>{keywordcontext}</p>}
    </>
  );
}

function NoResults({ search }: { search: string }) {
  return (
    <>
      {search !== NO_WORD && (
        <p className="empty">Probá con otra palabra, o con el comienzo de una: «agu» encuentra «agua».</p>
      )}
      <div className="heading">
        <h2>También podés ir a</h2>
      </div>
      <WaysOn />
    </>
  );
}

function titleOf(search: string, found: number): string {
  if (search === NO_WORD) return 'Buscar';
  return found > 0 ? `Resultados para: ${search}` : 'No se encontro ningun resultado';
}
