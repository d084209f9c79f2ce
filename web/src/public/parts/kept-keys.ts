/** Where a device keeps which alerts its person has put away, by what they say. */
export const PUT_AWAY = 'alertas';
/** Where it keeps which they have had in sight. */
export const SEEN = 'alertas-vistas';
/** Where it keeps the day on which the bar of a missing signal was made small. */
export const SMALL_ON = 'aviso-chico';

type Place = typeof PUT_AWAY | typeof SEEN | typeof SMALL_ON;

/** The keys that a device keeps at a place; none where nothing can be kept. */
export function keptKeys(place: Place): string[] {
  try {
    return JSON.parse(localStorage[place] ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Keeps these keys, where the device can: otherwise they are forgotten with the page. */
export function keepKeys(place: Place, keys: readonly string[]): void {
  try {
    localStorage[place] = JSON.stringify(keys);
  } catch {
    // Full, or forbidden.
  }
}
