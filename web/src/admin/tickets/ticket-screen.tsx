import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import { ADMIN } from '#contract/roles';
import { isSettled, stateWords, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { StaffTicket, TicketDesk, TicketField } from '#contract/tickets/staff-ticket';
import type { Site } from '#contract/town/documents';
import { longMoment } from '#contract/values/dates';
import { Link } from '../../components/link.tsx';
import { Phones } from '../../components/phones.tsx';
import { Select } from '../../fields/select.tsx';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { TownPlan } from '../../public/pages/tickets/town/town-plan.tsx';
import { useConfirm } from '../parts/confirm.tsx';
import { isOwnVersion } from '../parts/words/conflict-words.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useTitle } from '../parts/use-title.ts';
import { PhotoPicker } from '../files/photo-picker.tsx';
import { deedWords } from '../parts/words/operation-words.ts';
import { ticketPhoto, ticketUpdate, ticketValue } from '../workspace/ticket-operations.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { useDocument } from '../workspace/use-document.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { AnswerBox } from './answer-box.tsx';
import { ReleaseBox } from './release-box.tsx';
import { lastInbox } from './last-inbox.ts';
import { MergeBox } from './merge-box.tsx';
import { areaName, entryWords, placeOfTicket, titleOf } from './ticket-words.ts';
import { useTicketPhoto, useTickets } from '../workspace/use-tickets.ts';

/** One ticket: what its author says, what has been done, and what to do with it. */
export function TicketScreen({ id }: { id: string }) {
  const read = useTickets();
  const { rest } = useWorkspaceState();
  const ticket = read?.tickets.find((one) => one.id === id);
  useTitle(ticket ? `Reclamo ${ticket.number}` : 'Reclamo');
  if (!read || (!ticket && rest === 'coming')) {
    return (
      <p className="loading" role="status">
        Cargando…
      </p>
    );
  }
  if (!ticket || !read.desk) {
    return (
      <>
        <Back />
        <h1 tabIndex={-1}>Reclamo</h1>
        <p className="empty">
          Este reclamo no está en este dispositivo: se borraron sus datos, pasó a otra área o se resolvió hace más de 90
          días. <Link to={admin.tickets()}>Ver los reclamos</Link>
        </p>
      </>
    );
  }
  return <Shown ticket={ticket} desk={read.desk} all={read.tickets} />;
}

function Shown({ ticket, desk, all }: { ticket: ShownTicket; desk: TicketDesk; all: readonly ShownTicket[] }) {
  const { id, number, text, made, received, photos, point, merged, isSuspect, waitingPhotos, followers } = ticket;
  const save = useTicketSave(ticket);
  const {
    session: { user },
  } = useWorkspaceState();
  useSeen(ticket);
  const other = all.find((one) => one.id === merged);
  return (
    <article className="ticket">
      <Back />
      <div className="screen-head">
        <h1 tabIndex={-1}>{titleOf(ticket, desk)}</h1>
      </div>
      <p className="ticket-facts">
        <span className={`ticket-state ticket-${ticket.state}`}>{TICKET_STATE_WORDS[ticket.state]}</span>
        <span>{number}</span>
        <span>Recibido: {longMoment(Date.parse(received))}</span>
        {Math.abs(Date.parse(received) - Date.parse(made)) > 3_600_000 && (
          <span>Escrito, según el teléfono: {longMoment(Date.parse(made))}</span>
        )}
      </p>
      {isSuspect && (
        <div className="aside">
          <p>Puede no ser de una persona: por eso está aparte y nadie recibió un aviso.</p>
          <button className="button" type="button" onClick={() => void save('suspect', '')}>
            Es un reclamo de verdad
          </button>
        </div>
      )}
      {merged !== '' && (
        <p className="aside">
          Se responde con {other ? <Link to={admin.ticket(merged)}>el reclamo {other.number}</Link> : 'otro reclamo'}:
          quien lo mandó ve esas respuestas.
        </p>
      )}
      {ticket.waiting.filter(isParked).map((operation) => (
        <Parked key={operation.opId} operation={operation} desk={desk} />
      ))}
      <p className="ticket-said">{text}</p>
      <Contact ticket={ticket} />
      {followers.length > 0 && (
        <p>
          {othersIn(followers.length)}: {followers.join(', ')}. Ven el estado, y no lo que respondés.
        </p>
      )}
      <OnPlan ticket={ticket} desk={desk} />
      {point && (
        <p>
          <a href={`geo:${point.lat},${point.lon}?q=${point.lat},${point.lon}`}>Abrir el lugar en un mapa</a>{' '}
          <span className="ticket-point">
            {point.lat}, {point.lon}
          </span>
        </p>
      )}
      {photos.length > 0 && (
        <ul className="ticket-photos">
          {photos.map(({ name, isStaffs }, at) => (
            <li key={name}>
              <Photo id={id} name={name} label={isStaffs ? 'Foto del municipio' : `Foto ${at + 1} de quien escribió`} />
              <p className="aside" aria-hidden="true">
                {isStaffs ? 'Del municipio' : 'De quien escribió'}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="ticket-fields">
        <StateField ticket={ticket} save={save} />
        <Choice
          label="Área"
          value={ticket.area}
          choices={desk.areas.map(({ key, name }) => [key, name])}
          choose={(value) => save('area', value)}
        />
        <Choice
          label="A cargo de"
          value={ticket.assignee}
          choices={[['', 'Nadie todavía'], ...desk.people.map((one): [string, string] => [one.id, one.name])]}
          choose={(value) => save('assignee', value)}
        />
      </div>
      <Entries ticket={ticket} desk={desk} />
      <AnswerBox key={id} ticket={ticket} prepared={desk.prepared ?? []} />
      <TicketPhotoPicker id={id} waiting={waitingPhotos} />
      <ReleaseBox key={JSON.stringify(ticket.release)} ticket={ticket} desk={desk} />
      <MergeBox ticket={ticket} all={all} desk={desk} />
      <p className="buttons ticket-last ticket-screen-only">
        {!isSuspect && (
          <button className="button quiet" type="button" onClick={() => void save('suspect', 'si')}>
            Marcar como sospechoso
          </button>
        )}
        {user.usergroup === ADMIN && <EraseButton ticket={ticket} />}
      </p>
    </article>
  );
}

/** The place that its author has marked, on the picture of the town. */
function OnPlan({ ticket, desk }: { ticket: ShownTicket; desk: TicketDesk }) {
  const place = placeOfTicket(ticket, desk);
  if (!place || !desk.picture) return null;
  return (
    <div className="ticket-plan">
      <p>Marcó un lugar en el plano:</p>
      <TownPlan picture={desk.picture} source={desk.picture.address} pins={[{ ...place, label: 'Marca' }]} />
    </div>
  );
}

const othersIn = (count: number) =>
  count === 1 ? 'A otra persona también le pasa' : `A otras ${count} personas les pasa`;

const Back = () => (
  <p className="ticket-screen-only">
    <Link className="back" to={lastInbox()}>
      Volver
    </Link>
  </p>
);

/** Returns a function that sets a field of a ticket, with what the person sees as its base. */
function useTicketSave(ticket: ShownTicket): (field: TicketField, value: string) => Promise<boolean> {
  const workspace = useWorkspace();
  const attempt = useAttempt();
  return (field, value) =>
    attempt(() => workspace.save(ticketUpdate(ticket.id, field, value, ticketValue(ticket, field))));
}

/** Opening a ticket has it seen, which its author is told. */
function useSeen(ticket: ShownTicket): void {
  const save = useTicketSave(ticket);
  const isNew = ticket.state === 'received' && !ticket.isSuspect;
  useEffect(() => {
    if (isNew) void save('state', 'seen');
    // Once for each ticket that is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ticket.id, isNew]);
}

function Contact({ ticket: { name, phone, email } }: { ticket: StaffTicket }) {
  const site = useDocument('site')?.record as Site | undefined;
  if (name === '' && phone === '' && email === '') return <p className="aside">No dejó sus datos: es anónimo.</p>;
  return (
    <p className="ticket-contact">
      {name && <strong>{name}</strong>}
      {phone && <Phones typed={phone} town={site?.phone ?? ''} />}
      {email && <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>}
    </p>
  );
}

function Photo({ id, name, label }: { id: string; name: string; label: string }) {
  const { desk, file } = useWorkspace();
  const source = useTicketPhoto(id, name, async () => {
    const kept = await desk.photo(id, name);
    if (kept) return kept;
    const loaded = await file(staffTicketCalls.photoFile(id, name)).catch(() => null);
    const bytes = (await loaded?.arrayBuffer()) ?? null;
    if (bytes) await desk.keepPhoto(id, name, bytes).catch(() => {});
    return bytes;
  });
  if (source === null) return <span className="ticket-photo-gone">{label}: se ve con conexión</span>;
  return (
    <a href={source} target="_blank" rel="noopener">
      <img src={source} alt={label} />
    </a>
  );
}

function StateField({ ticket, save }: { ticket: ShownTicket; save: ReturnType<typeof useTicketSave> }) {
  const choices = (['seen', 'progress', 'answered', 'closed', 'reopened'] as const)
    .filter((state) => state !== 'reopened' || ticket.state === 'reopened' || isSettled(ticket.state))
    .map((state): [string, string] => [state, TICKET_STATE_WORDS[state]]);
  const known: [string, string][] =
    ticket.state === 'received' ? [['received', TICKET_STATE_WORDS.received], ...choices] : choices;
  return <Choice label="Estado" value={ticket.state} choices={known} choose={(value) => save('state', value)} />;
}

function Choice({
  label,
  value,
  choices,
  choose,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  choose: (value: string) => Promise<boolean>;
}) {
  const id = useId();
  const isKnown = choices.some(([key]) => key === value);
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} className="control" value={value} onPick={(picked) => void choose(picked)}>
        {!isKnown && <option value={value}>Ya no está en la lista</option>}
        {choices.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </p>
  );
}

/** A change that was refused, or that is asked about. */
function Parked({ operation, desk }: { operation: Operation; desk: TicketDesk }) {
  const self = useWorkspaceState().session.user.name;
  const { outbox } = useWorkspace();
  const attempt = useAttempt();
  const { status, theirs, field, value, lastError } = operation;
  if (status !== 'conflict' || !theirs) {
    return (
      <div className="parked" role="alert">
        <p>
          {deedWords(operation)}: {lastError?.message ?? 'El servidor no lo aceptó.'}{' '}
          <Link to={admin.pending()}>Elegir qué hacer</Link>
        </p>
      </div>
    );
  }
  const words = (given: unknown) => {
    const said = String(given);
    if (field === 'state') return stateWords(said);
    if (field === 'area') return areaName(desk, said);
    return said === '' ? 'nadie' : (desk.people.find((one) => one.id === said)?.name ?? said);
  };
  const resolve = (take: 'mine' | 'theirs') => void attempt(() => outbox.resolve(operation, { take }));
  return (
    <div className="parked" role="alert">
      <p>
        Mientras tanto,{' '}
        {isOwnVersion(theirs.by, self)
          ? 'vos, en otra pestaña o dispositivo, dejaste'
          : `${theirs.by || 'otra persona'} dejó`}{' '}
        «{deedWords(operation)}» en «{words(theirs.value)}». Vos habías elegido «{words(value)}».
      </p>
      <p className="buttons">
        <button className="button quiet" type="button" onClick={() => resolve('theirs')}>
          Dejar «{words(theirs.value)}»
        </button>
        <button className="button quiet" type="button" onClick={() => resolve('mine')}>
          Poner «{words(value)}»
        </button>
      </p>
    </div>
  );
}

function Entries({ ticket: { entries, waiting }, desk }: { ticket: ShownTicket; desk: TicketDesk }) {
  const id = useId();
  const waits = new Set(waiting.map(({ opId }) => opId));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Qué pasó hasta ahora</h2>
      {entries.length === 0 && <p className="aside">Todavía nada.</p>}
      <ol className="ticket-entries">
        {entries.map((entry) => (
          <li key={entry.id} className={`ticket-entry ticket-entry-${entry.kind}`}>
            <p className="ticket-facts">
              <span>{entryWords(entry, desk)}</span>
              <span>{longMoment(Date.parse(entry.at))}</span>
              {waits.has(entry.id) && <span className="ticket-waits">Guardado en este dispositivo</span>}
            </p>
            {['message', 'answer', 'note'].includes(entry.kind) && <p className="ticket-said">{entry.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function TicketPhotoPicker({ id, waiting }: { id: string; waiting: number }) {
  const { save } = useWorkspace();
  return (
    <section className="ticket-screen-only">
      <h2>Foto de lo arreglado</h2>
      <PhotoPicker
        label="Sumar una foto"
        isLimited
        take={({ name, mime, bytes }) => save(ticketPhoto(id, name, { mime, bytes: bytes.byteLength }), bytes)}
      >
        <p className="field-hint">Queda guardada con el reclamo.</p>
      </PhotoPicker>
      {waiting > 0 && (
        <p role="status" className="ticket-waits">
          {waiting === 1 ? '1 foto guardada en este dispositivo' : `${waiting} fotos guardadas en este dispositivo`}
        </p>
      )}
    </section>
  );
}

/** Erases everything about a person, at once and for good: it needs a connection. */
function EraseButton({ ticket: { id, number } }: { ticket: ShownTicket }) {
  const { callApi } = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt('No se pudieron borrar: hace falta conexión. Probá otra vez.');
  const navigate = useNavigate();
  const erase = async () => {
    const text =
      'Se van a borrar para siempre el texto, el lugar, las fotos, las respuestas y los datos de quien mandó el ' +
      `reclamo ${number}.`;
    if (!(await confirm({ text, accept: 'Borrar los datos', isRemoval: true }))) return;
    await attempt(async () => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await callApi(staffTicketCalls.erase(id), { method: 'POST', headers, body: '{}' });
      if (status !== 200 && status !== 410) throw new Error();
      notify({ tone: 'good', text: 'Datos borrados' });
      await navigate(admin.tickets());
    });
  };
  return (
    <button className="button quiet danger" type="button" onClick={() => void erase()}>
      Borrar los datos
    </button>
  );
}
