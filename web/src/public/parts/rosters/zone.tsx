import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { meantStreet, numbersWords, zonesAt } from '#contract/town/zones';
import type { ZoneStreets } from '#contract/town/zones';
import { keepZone } from '../../../push/zone.ts';

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

/**
 * Chooses the zone, where there are several: by its name, or by a street where the town lists them.
 * @param list the streets of the zones
 */
export function ZoneChoice({
  zones,
  list,
  zone,
  choose,
}: {
  zones: readonly string[];
  list: readonly ZoneStreets[] | undefined;
  zone: string;
  choose: (zone: string) => void;
}) {
  return (
    zones.length > 1 && (
      <div className="zone scripted">
        <label htmlFor="zona">Tu zona</label>{' '}
        <select id="zona" value={zone} onChange={({ target }) => choose(target.value)}>
          <option value="">Todas</option>
          {zones.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        {list && <ZoneSearch zones={zones} list={list} zone={zone} choose={choose} />}
      </div>
    )
  );
}

/** Finds the zone of a street or neighbourhood: on this device, from which nothing that is typed here goes. */
function ZoneSearch({
  zones,
  list,
  zone,
  choose,
}: {
  zones: readonly string[];
  list: readonly ZoneStreets[];
  zone: string;
  choose: (zone: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  /**
   * The street that was found, whether another was typed, and all of its zones, those too of which this page has
   * nothing.
   */
  const [answer, setAnswer] = useState<[street: string, isMeant: boolean, everywhere: string[]]>();
  const isHere = (one: string) => zones.includes(one);
  const [street = '', isMeant, everywhere] = answer ?? [];
  const found = everywhere?.filter(isHere);
  const numbers = found?.[1] && numbersWords(list, street);
  function find(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('calle') as string;
    const meant = zonesAt(list, typed)[0] ? '' : meantStreet(list, typed);
    const all = zonesAt(list, meant || typed);
    setAnswer([meant || typed, meant !== '', all]);
    const [first, second] = all.filter(isHere);
    if (first && !second) choose(first);
  }
  return (
    <details onToggle={() => setOpen(true)}>
      <summary className="more">Buscala por tu calle o tu barrio</summary>
      <form className="form" onSubmit={find}>
        <label>
          Calle y número, o barrio
          <input name="calle" list="calles" autoComplete="address-line1" maxLength={99} required />
        </label>
        <button className="button">Buscar</button>
        {isOpen && (
          <datalist id="calles">
            {list
              .flatMap(({ streets }) => streets.split('\n'))
              .map((street, at) => (
                <option key={at}>{street}</option>
              ))}
          </datalist>
        )}
      </form>
      <p role="status">
        {isMeant && `${street}: `}
        {found &&
          (found[1]
            ? `Está en varias zonas${numbers && `, ${numbers}`}. ¿Cuál es la tuya?`
            : found[0]
              ? `Tu zona es ${found[0]}.`
              : everywhere?.[0]
                ? `Es de la zona ${everywhere[0]}, que acá no figura.`
                : 'No está en la lista. Fijate cómo está escrita, o elegí la zona por su nombre.')}
      </p>
      {found?.[1] &&
        found.map((one) => (
          <button key={one} className="button" type="button" aria-pressed={one === zone} onClick={() => choose(one)}>
            {one}
          </button>
        ))}
    </details>
  );
}
