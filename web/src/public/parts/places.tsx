import type { GreenPoint, PlaceMap } from '#contract/records';

/** Links to maps in two columns, taken by turns (spec section 2.1). */
export function Places({ places, empty }: { places: (PlaceMap | GreenPoint)[]; empty: string }) {
  if (places.length === 0) return <p>{empty}</p>;
  return (
    <ul className="places">
      {places.map((place) => <li key={place.id} id={`mapa-${place.id}`}><a href={place.url} rel="external">{place.title}</a></li>)}
    </ul>
  );
}
