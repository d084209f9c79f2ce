import { useState } from 'react';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { TicketDraft } from '../../../../tickets/my-tickets.ts';

/** Time, in ms, after which the device has no position to give. */
const PATIENCE = 20_000;

/** Where it is: in words, and the device's position if the person asks for it. */
export function Place({
  draft: { place, point, accuracy },
  change,
}: {
  draft: Pick<TicketDraft, 'place' | 'point' | 'accuracy'>;
  change: (changes: Partial<TicketDraft>) => void;
}) {
  const [state, setState] = useState<'' | 'looking' | 'denied' | 'unknown'>('');
  function find(): void {
    setState('looking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('');
        change({
          point: { lat: coords.latitude, lon: coords.longitude },
          accuracy: Math.max(1, Math.round(coords.accuracy)),
        });
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
      { enableHighAccuracy: true, timeout: PATIENCE, maximumAge: 60_000 },
    );
  }
  return (
    <fieldset>
      <legend>¿Dónde?</legend>
      <p>
        <label htmlFor="lugar">Dirección o barrio</label>
        <input
          id="lugar"
          name="place"
          maxLength={TICKET_LIMITS.place}
          autoComplete="off"
          value={place}
          onChange={({ target }) => change({ place: target.value })}
        />
      </p>
      <div role="status">
        {point && <p>Ubicación agregada{accuracyWords(accuracy)}.</p>}
        {state === 'looking' && <p>Buscando dónde estás…</p>}
        {state === 'denied' && <p>No hay permiso para usar la ubicación. Escribí la dirección con palabras.</p>}
        {state === 'unknown' && <p>No pudimos encontrar dónde estás. Escribí la dirección con palabras.</p>}
      </div>
      {point ? (
        <button type="button" className="button quiet" onClick={() => change({ point: null, accuracy: 0 })}>
          Quitar la ubicación
        </button>
      ) : (
        'geolocation' in navigator && (
          <button type="button" className="button quiet" onClick={find} aria-disabled={state === 'looking'}>
            Donde estoy
          </button>
        )
      )}
    </fieldset>
  );
}

/** How far off the position may be, in metres; one that was sent before does not say. */
function accuracyWords(metres: number): string {
  if (metres === 0) return '';
  if (metres === 1) return ', con un margen de un metro';
  if (metres < 1000) return `, con un margen de ${metres} metros`;
  const km = Math.round(metres / 1000);
  return km === 1 ? ', con un margen de un kilómetro' : `, con un margen de ${km.toLocaleString('es-AR')} kilómetros`;
}
