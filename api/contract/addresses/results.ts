import { RECORD_ENTITIES } from '../record-types.ts';
import { resultTypeOf } from '../search.ts';
import type { SearchResult } from '../search.ts';
import { digestPdf } from './files.ts';
import { pages, recordPage } from './pages.ts';

/**
 * Returns the page of a search result, by its type (spec section 2.1): for telephones, places and the digest, their
 * place on the page that contains them.
 */
export function resultPage(result: Pick<SearchResult, 'type' | 'id' | 'titlekey'>): string {
  const elsewhere = RESULTS_ELSEWHERE[result.type];
  if (elsewhere) return elsewhere(result);
  const type = RECORD_ENTITIES.find((one) => resultTypeOf(one) === result.type);
  return type ? recordPage(type, { ...result }) : pages.home();
}
const RESULTS_ELSEWHERE: Partial<Record<SearchResult['type'], (result: { id: string; titlekey: string }) => string>> = {
  Telefono: (entry) => pages.telephone(entry),
  Seccion: ({ id }) => id,
  Mapa: (map) => pages.tourismMap(map),
  PuntoVerde: (point) => pages.greenPoint(point),
  PuntosVerdes: () => pages.greenPoints(),
  Digesto: () => digestPdf(),
};
