import { NO_WORD } from '#contract/limits';
import type { Paged } from '#contract/lists';
import { pages, resultPage } from '#contract/paths';
import type { SearchResult } from '#contract/search';
import { cut, cutSearchTitle } from '#contract/text';
import { Link } from '../components/link.tsx';
import { Pager } from '../components/pager.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { definePage, pageNumber, Redirect } from '../public-page.ts';
import { WaysOn } from './parts/no-page.tsx';
import { PageHead } from './parts/page-head.tsx';

interface Results extends Paged<SearchResult> {
  search: string;
  page: number;
}

const TYPES: Record<SearchResult['type'], string> = { Noticia: 'Noticia', Evento: 'Evento', Boletin: 'Boletín', Gobierno: 'Gobierno', Turismo: 'Turismo' };

export const page = definePage<Results>({
  style: 'lists',
  async load(reader, { params: { search }, query }) {
    if (search === undefined) return new Redirect(pages.search(query.get('texto')?.trim() || NO_WORD));
    const number = pageNumber(query);
    return { ...(await reader.search(search, number)), search, page: number };
  },
  head: ({ search, page: number }) => {
    const words = cut(search, 60, 57);
    return search === NO_WORD
      ? { title: 'Buscar', description: 'Buscá en noticias, agenda, boletín oficial, gobierno y turismo.', isSearch: true }
      : { title: `Resultados para: ${words}`, description: `Lo que dicen de «${words}» las noticias, la agenda, el boletín oficial, el gobierno y el turismo.`, page: number, isSearch: true };
  },
  Page: ({ data: { items, pages: total, page: number, search } }) => (
    <>
      <PageHead title={titleOf(search, items.length)} {...(search === NO_WORD ? { lead: 'Falta una palabra: escribí qué querés encontrar.' } : {})}>
        <SearchForm action="/buscador" label="Buscar en el sitio" id="buscar" value={search === NO_WORD ? '' : search} />
      </PageHead>
      <div className="section">
        {items.length > 0 ? <ResultRows results={items} /> : <NoResults search={search} />}
        <Pager page={number} pages={total} to={(one) => pages.search(search, one)} />
      </div>
    </>
  ),
});

function ResultRows({ results }: { results: SearchResult[] }) {
  return (
    <ul className="rows">
      {results.map((result) => (
        <li key={`${result.type}${result.id}`} className="tile">
          <span className="date">{TYPES[result.type]}</span>
          <h2><Link to={resultPage(result)} title={result.title}>{cutSearchTitle(result.title)}</Link></h2>
          <p>{result.keywordcontext}</p>
        </li>
      ))}
    </ul>
  );
}

function NoResults({ search }: { search: string }) {
  return (
    <>
      {search !== NO_WORD && <p className="empty">Probá con otra palabra, o con el comienzo de una: «agu» encuentra «agua».</p>}
      <div className="heading"><h2>También podés ir a</h2></div>
      <WaysOn />
    </>
  );
}

function titleOf(search: string, found: number): string {
  if (search === NO_WORD) return 'Buscar';
  return found > 0 ? `Resultados para: ${search}` : 'No se encontro ningun resultado';
}
