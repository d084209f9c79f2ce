import type { GreenPoint, PlaceMap, SiteDocument } from '#contract/records';
import { mapOf } from '#contract/values/maps';

/**
 * Links to maps, alternating between two columns (spec section 2.1).
 * @param isCopy a second list on the same page, without anchors: they belong to the first one
 */
export function Places({
  places,
  empty,
  isCopy = false,
}: {
  places: (PlaceMap | GreenPoint)[];
  empty: string;
  isCopy?: boolean;
}) {
  if (places.length === 0) return <p>{empty}</p>;
  return (
    <ul className="places">
      {places.map((place) => (
        <li key={place.id} id={isCopy ? undefined : `mapa-${place.id}`}>
          <a href={place.url} rel="external">
            {place.title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Where something is, and how to get there.
 * @param where as people say it, which is what a map is searched for
 * @param map the address of a map that shows it
 */
export function Whereabouts({
  where,
  map,
  site: { town, province },
}: {
  where: string;
  map?: string;
  site: Pick<SiteDocument, 'town' | 'province'>;
}) {
  return (
    <>
      {where} <br />
      <a className="more" href={map || mapOf([where, town, province].filter(Boolean).join(', '))} rel="external">
        Cómo llegar
      </a>
    </>
  );
}
