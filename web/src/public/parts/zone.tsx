import { useEffect, useState } from 'react';
import { keepZone } from '../../push/zone.ts';

/** Where a device keeps the zone of its person. */
const PLACE = 'zona';

/**
 * The zone that a person has chosen on this device, '' for all, and what chooses another; nobody else learns of it.
 * @param zones those that a page knows: another one, as of a town that has renamed its zones, counts as none
 */
export function useZone(zones: readonly string[]): [zone: string, choose: (zone: string) => void] {
  const [zone, set] = useState('');
  useEffect(() => {
    try {
      set(localStorage[PLACE] ?? '');
    } catch {
      // The browser keeps nothing.
    }
  }, []);
  function choose(chosen: string): void {
    set(chosen);
    void keepZone(chosen);
    try {
      localStorage[PLACE] = chosen;
    } catch {
      // It holds until the page is left.
    }
  }
  return [zones.includes(zone) ? zone : '', choose];
}

/** Chooses the zone, where there are several. */
export function ZoneChoice({
  zones,
  zone,
  choose,
}: {
  zones: readonly string[];
  zone: string;
  choose: (zone: string) => void;
}) {
  return (
    zones.length > 1 && (
      <p className="zone scripted">
        <label htmlFor="zona">Tu zona</label>{' '}
        <select id="zona" value={zone} onChange={({ target }) => choose(target.value)}>
          <option value="">Todas</option>
          {zones.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </p>
    )
  );
}
