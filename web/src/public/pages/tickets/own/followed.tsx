import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { Link } from '../../../../components/link.tsx';
import { useOffline } from '../../../../components/use-offline.ts';
import type { MyTicket } from '../../../../tickets/my-tickets.ts';
import type { Followed as Outcome } from '../../../../tickets/open-tickets.ts';
import { messageIn } from '../../../../tickets/operations.ts';
import { AnswerNotices } from './answer-notices.tsx';
import { TicketCode } from './code.tsx';
import { Refusal } from './refusal.tsx';
import { SeenPhotos } from './seen-photos.tsx';
import { loadTown, useLate } from '../use-late.ts';
import { useTickets } from '../use-tickets.ts';
import { delayWords, entryWords, moment, standingOf } from '../words.ts';

/** One ticket, by its private address. */
export function Followed({ id, secret }: { id: string; secret: string }) {
  const { tickets, mine, waiting, unqueued, isLoaded, isBroken } = useTickets();
  const isOffline = useOffline();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const left = waiting.get(id) ?? [];
  const hasArrived = left.length === 0 && !unqueued.has(id);
  useEffect(() => {
    if (!(isLoaded || isBroken) || isOffline || !hasArrived || hasEnded) return;
    let isOver = false;
    tickets.follow(id, secret).then(
      (found) => isOver || setOutcome(found),
      () => isOver || setOutcome('unreachable'),
    );
    return () => {
      isOver = true;
    };
  }, [tickets, id, secret, isLoaded, isBroken, isOffline, hasArrived, hasEnded]);
  const ticket = mine.find((one) => one.id === id && one.secret === secret);
  if (hasEnded) return <Gone words={left.length === 0 ? ERASED : isOffline ? ERASING.offline : ERASING.online} />;
  if (ticket) {
    return (
      <>
        {isOffline && <p role="status">Sin conexión: esto es lo que guarda este teléfono.</p>}
        <One ticket={ticket} end={() => setEnded(true)} />
      </>
    );
  }
  if (outcome === 'gone') return <Gone words={ERASED} />;
  if (outcome === 'unknown') return <Gone words="Este enlace no lleva a ningún reclamo. Fijate que esté completo." />;
  if (outcome === 'unreachable' || isOffline)
    return <Gone words="Para ver este reclamo por primera vez en este teléfono hace falta conexión." />;
  return <p role="status">Buscando tu reclamo…</p>;
}

const ERASED = 'Los datos de este reclamo se borraron.';
const ERASING = {
  offline: 'El reclamo se borra en cuanto haya señal.',
  online: 'El reclamo se borra en cuanto el portal responda.',
};

const Gone = ({ words }: { words: string }) => (
  <>
    <p role="status">{words}</p>
    <p>
      <Link to={TICKETS_PAGE}>Ir a Consultas y reclamos</Link>
    </p>
  </>
);

/** Whether the person has only said that the same happens to them. */
const isJoined = ({ of, followed }: MyTicket) => of !== undefined || followed?.isJoined === true;

/** What a person who has said so sees, and why there is no answer to read. */
const joinedWords = (followed: MyTicket['followed']) =>
  followed?.state === 'answered'
    ? 'La respuesta la lee quien hizo el reclamo. Acá ves el estado, y lo que el municipio publique.'
    : 'Dijiste que te pasa también. Vas a ver si está en curso o arreglado, y lo que el municipio publique.';

/** A ticket with all that has happened to it. */
function One({ ticket, end }: { ticket: MyTicket; end: () => void }) {
  const state = useTickets();
  const isOffline = useOffline();
  const { followed } = ticket;
  const left = state.waiting.get(ticket.id) ?? [];
  const late = delayWords(left);
  const { short, words, hasArrived } = standingOf(ticket, state, !isOffline);
  const { place, point } = followed ?? sentWith(ticket);
  const [town] = useLate(Boolean(point), loadTown);
  return (
    <>
      <p className="ticket-number">{ticket.number}</p>
      {(hasArrived || !words) && (
        <p>
          <b>{short}</b>
          {followed && !ticket.isErasing && followed.state !== 'progress' && followed.area && ` · ${followed.area}`}
        </p>
      )}
      {words && <p role="status">{words}</p>}
      {late && <p>{late}</p>}
      <Refusal id={ticket.id} operations={left} />
      <h2>{followed?.topic ?? ticket.topic}</h2>
      <p className="ticket-text">{ticket.text}</p>
      {isJoined(ticket) && <p className="ticket-note">{joinedWords(followed)}</p>}
      {place && <p>Dónde: {place}</p>}
      {point && !followed && <p>Con la ubicación que agregaste.</p>}
      {town && point && <town.OnPlan point={point} />}
      <SeenPhotos ticket={ticket} waiting={left} />
      <ol className="ticket-entries">
        {followed?.entries.map((entry) => (
          <li key={entry.id} data-kind={entry.kind}>
            <p>
              <b>{entryWords(entry)}</b> <small>{moment(entry.at)}</small>
            </p>
            {entry.kind !== 'state' && <p className="ticket-text">{entry.text}</p>}
          </li>
        ))}
        {left.map((operation) => {
          const text = messageIn(operation);
          return (
            text !== null && (
              <li key={operation.opId} data-kind="message">
                <p>
                  <b>Escribiste</b> <small>sin enviar</small>
                </p>
                <p className="ticket-text">{text}</p>
              </li>
            )
          );
        })}
      </ol>
      {state.isBroken && (
        <p className="ticket-note">
          Este navegador no deja guardar nada: acá podés leer. Para escribir de nuevo o borrar tus datos, abrí esta
          dirección en otro navegador.
        </p>
      )}
      {!state.isBroken && <Changing ticket={ticket} hasArrived={hasArrived} end={end} />}
    </>
  );
}

/** What its author can do about a ticket. */
function Changing({ ticket, hasArrived, end }: { ticket: MyTicket; hasArrived: boolean; end: () => void }) {
  const { tickets } = useTickets();
  return (
    <>
      {!isJoined(ticket) && (
        <>
          <AnswerNotices ticket={ticket} />
          <Writing ticket={ticket} />
        </>
      )}
      {hasArrived && <TicketCode ticket={ticket} />}
      <h2>Tus datos</h2>
      <p>{dataWords(ticket, hasArrived)}</p>
      <Erasing ticket={ticket} end={end} />
      <Sure
        ask="Quitarlo de este teléfono"
        words="Deja de estar en este teléfono. El municipio lo conserva; para volver a verlo necesitás el enlace."
        act={async () => {
          await tickets.forget(ticket.id);
          location.assign(TICKETS_PAGE);
        }}
      />
    </>
  );
}

/** What a ticket has of its person and its place, as this device sends it: the server has said nothing of it yet. */
function sentWith({ creation }: MyTicket): Pick<FollowedTicket, 'place' | 'name' | 'phone' | 'email' | 'point'> {
  return { place: '', name: '', phone: '', email: '', point: null, ...creation?.body };
}

function dataWords(ticket: MyTicket, hasArrived: boolean): string {
  const { name, phone, email } = ticket.followed ?? sentWith(ticket);
  const left = [name, phone, email].filter(Boolean).join(', ');
  if (!left) return 'No dejaste nombre ni forma de contacto.';
  return hasArrived ? `El municipio tiene: ${left}.` : `Se envían con el reclamo: ${left}.`;
}

function Erasing({ ticket, end }: { ticket: MyTicket; end: () => void }) {
  const { tickets } = useTickets();
  if (ticket.isErasing) return null;
  return (
    <Sure
      ask="Borrar mis datos"
      words={FOR_GOOD}
      act={async () => {
        await tickets.erase(ticket);
        end();
      }}
    />
  );
}

const FOR_GOOD =
  'Se borran para siempre el texto, las fotos, los mensajes y tus datos, también los que tiene el municipio. ' +
  'Nadie va a poder responderte.';

/** A button that asks again before it acts. */
function Sure({ ask, words, act }: { ask: string; words: string; act: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <p>
        <button type="button" className="button quiet" onClick={() => setAsked(true)}>
          {ask}
        </button>
      </p>
    );
  return (
    <div className="alert" role="alert">
      <p>{words}</p>
      <p>
        <button type="button" className="button" onClick={() => void act()}>
          Sí, {ask.charAt(0).toLowerCase() + ask.slice(1)}
        </button>{' '}
        <button type="button" className="button quiet" onClick={() => setAsked(false)}>
          No
        </button>
      </p>
    </div>
  );
}

/** Writes to the town hall again; a settled ticket is opened again by it. */
function Writing({ ticket }: { ticket: MyTicket }) {
  const { tickets } = useTickets();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  // Not a state: a second press may come before the page is drawn again.
  const isSending = useRef(false);
  if (ticket.isErasing) return null;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    if (text.trim() === '') return setFault('Escribí el mensaje.');
    isSending.current = true;
    try {
      await tickets.write(ticket, text);
      setText('');
      setFault('');
    } catch (error) {
      setFault(error instanceof Error ? error.message : '');
    } finally {
      isSending.current = false;
    }
  }
  return (
    <form className="form ticket-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        <label htmlFor="mensaje">Escribir de nuevo</label>
        <textarea
          id="mensaje"
          rows={3}
          maxLength={TICKET_LIMITS.text}
          value={text}
          onChange={({ target }) => {
            setFault('');
            setText(target.value);
          }}
        />
      </p>
      {fault && (
        <p className="error" role="alert">
          {fault}
        </p>
      )}
      <button className="button" type="submit">
        Enviar el mensaje
      </button>
    </form>
  );
}
