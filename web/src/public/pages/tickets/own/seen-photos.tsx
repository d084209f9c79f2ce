import { useEffect, useState } from 'react';
import { savesData } from '../../../../browser/saves-data.ts';
import type { Operation } from '../../../../offline/outbox/protocol/operation.ts';
import type { MyTicket } from '../../../../tickets/my-tickets.ts';
import { useTickets } from '../use-tickets.ts';

/** The photos of a ticket: its author's, those that wait to be sent too, and the town hall's. */
export function SeenPhotos({ ticket, waiting }: { ticket: MyTicket; waiting: readonly Operation[] }) {
  const { followed } = ticket;
  const unsent = waiting.filter(({ file }) => file);
  const own = followed?.photos ?? [];
  const town = followed?.townPhotos ?? [];
  if (own.length + town.length + unsent.length === 0) return null;
  return (
    <>
      {own.length + unsent.length > 0 && (
        <ul className="ticket-photos" aria-label="Tus fotos">
          {own.map((name, at) => (
            <OnServer key={name} ticket={ticket} name={name} label={`Tu foto ${at + 1}`} />
          ))}
          {unsent.map((operation, at) => (
            <Unsent key={operation.opId} operation={operation} label={`Tu foto ${own.length + at + 1}, sin enviar`} />
          ))}
        </ul>
      )}
      {town.length > 0 && (
        <>
          <h3>Fotos del municipio</h3>
          <ul className="ticket-photos" aria-label="Fotos del municipio">
            {town.map((name, at) => (
              <OnServer key={name} ticket={ticket} name={name} label={`Foto del municipio ${at + 1}`} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** One that the server has. Who saves data asks for it, unless it is here. */
function OnServer({ ticket, name, label }: { ticket: MyTicket; name: string; label: string }) {
  const { tickets } = useTickets();
  const [isWanted, setWanted] = useState(() => !savesData());
  const [source, isMissing] = useSource(
    () => tickets.photo(ticket, name, isWanted ? 'anywhere' : 'device'),
    'image/webp',
    `${ticket.id} ${name} ${isWanted}`,
  );
  if (source) return <Shown source={source} label={label} />;
  if (!isMissing) return <li>{label}</li>;
  return (
    <li>
      {isWanted && <p>{label}: se ve con conexión.</p>}
      {!isWanted && (
        <button type="button" className="button quiet" onClick={() => setWanted(true)}>
          Ver {label.charAt(0).toLowerCase() + label.slice(1)}
        </button>
      )}
    </li>
  );
}

function Unsent({ operation, label }: { operation: Operation; label: string }) {
  const { tickets } = useTickets();
  const [source] = useSource(() => tickets.outbox.bytesOf(operation), 'image/jpeg', operation.opId);
  return source ? <Shown source={source} label={label} /> : <li>{label}</li>;
}

const Shown = ({ source, label }: { source: string; label: string }) => (
  <li>
    <a href={source} target="_blank" rel="noopener noreferrer">
      <img src={source} alt={label} />
    </a>
  </li>
);

/** Bytes as an address for `src`, '' until they are there, and whether there are none. @param key of what is loaded */
function useSource(load: () => Promise<ArrayBuffer | null>, type: string, key: string): [string, boolean] {
  const [{ source, isMissing }, set] = useState({ source: '', isMissing: false });
  useEffect(() => {
    let made = '';
    let isOver = false;
    const show = (bytes: ArrayBuffer | null) => {
      if (isOver) return;
      if (bytes) made = URL.createObjectURL(new Blob([bytes], { type }));
      set({ source: made, isMissing: bytes === null });
    };
    load().then(show, () => show(null));
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
    // `load` is another function at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, type]);
  return [source, isMissing];
}
