import type { GreenPoint, PlaceMap } from '#contract/records';

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
