import {
  PLAIN_TICKETS,
  PRIVATE_TICKETS,
  PUBLIC_TICKETS,
  PUBLIC_TICKETS_NAME,
  TICKETS_NAME,
  TICKETS_PAGE,
} from '#contract/addresses/tickets';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { PlainTickets } from '#contract/tickets/plain-page';
import type { SiteDocument } from '#contract/records';
import { PageHead } from '../../parts/page-head.tsx';
import { TicketList } from './town/list.tsx';
import { Instead } from './instead.tsx';
import { entryWords, moment, purposeWords, stateWords } from './words.ts';

export function Plain({ shown, site }: { shown: PlainTickets; site: SiteDocument }) {
  const title = shown.is === 'form' ? TICKETS_NAME : shown.is === 'list' ? PUBLIC_TICKETS_NAME : 'Tu reclamo';
  return (
    <>
      <PageHead title={title} />
      <div className="section panel tickets">
        {shown.is === 'form' && <FormPart shown={shown} site={site} />}
        {shown.is === 'list' && <TicketList list={shown.list} />}
        {shown.is === 'ticket' && <TicketPart {...shown} />}
        {shown.is === 'words' && (
          <>
            <p>{shown.words}</p>
            <p>
              <a href={TICKETS_PAGE}>Ir a Consultas y reclamos</a>
            </p>
          </>
        )}
      </div>
    </>
  );
}

function FormPart({ shown, site }: { shown: Extract<PlainTickets, { is: 'form' }>; site: SiteDocument }) {
  if (!shown.form.isOpen) return <Instead form={shown.form} site={site} />;
  if (shown.isPlain) return <PlainForm {...shown} />;
  return (
    <>
      <noscript>
        <PlainForm {...shown} />
      </noscript>
      <p className="scripted">
        Abriendo el formulario… Si no aparece, usá el <a href={PLAIN_TICKETS}>formulario sencillo</a>.
      </p>
    </>
  );
}

function PlainForm({ form, values, fault }: Pick<Extract<PlainTickets, { is: 'form' }>, 'form' | 'values' | 'fault'>) {
  const limit = (name: 'place' | 'name' | 'phone' | 'email') => ({
    name,
    id: name,
    maxLength: TICKET_LIMITS[name],
    defaultValue: values[name],
    'aria-invalid': fault?.field === name,
  });
  return (
    <form className="form ticket-form" method="post" action={TICKETS_PAGE}>
      {form.isPublic && (
        <p>
          <a href={PUBLIC_TICKETS}>Ver lo que ya avisaron</a>
        </p>
      )}
      {fault && (
        <p className="alert" role="alert">
          {fault.message}
        </p>
      )}
      {(['token', 'number', 'opened'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} readOnly />
      ))}
      <fieldset aria-invalid={fault?.field === 'topic'}>
        <legend>¿De qué se trata?</legend>
        <div className="ticket-topics">
          {form.topics.map(({ key, name }) => (
            <label key={key}>
              <input type="radio" name="topic" value={key} defaultChecked={values.topic === key} required /> {name}
            </label>
          ))}
        </div>
      </fieldset>
      <p>
        <label htmlFor="text">Contanos qué pasa</label>
        <textarea
          id="text"
          name="text"
          rows={6}
          required
          maxLength={TICKET_LIMITS.text}
          defaultValue={values.text}
          aria-invalid={fault?.field === 'text'}
        />
      </p>
      <p>
        <label htmlFor="place">¿Dónde? Dirección o barrio</label>
        <input {...limit('place')} />
      </p>
      <p>
        {form.takesAnonymous
          ? 'Si querés, dejá cómo te respondemos. Si no, la respuesta la leés en la página de tu reclamo.'
          : 'Dejá un teléfono o un correo para que podamos responderte.'}
      </p>
      <p>
        <label htmlFor="name">Nombre</label>
        <input {...limit('name')} autoComplete="name" />
      </p>
      <p>
        <label htmlFor="phone">Teléfono</label>
        <input {...limit('phone')} type="tel" autoComplete="tel" />
      </p>
      <p>
        <label htmlFor="email">Correo electrónico</label>
        <input {...limit('email')} type="email" autoComplete="email" />
      </p>
      <div className="ticket-trap" aria-hidden="true">
        <label>
          No escribas acá <input name="trap" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="ticket-law">{purposeWords(form)}</p>
      <button className="button" type="submit">
        Enviar
      </button>
    </form>
  );
}

function TicketPart({ ticket, token, text, fault, isAsked }: Extract<PlainTickets, { is: 'ticket' }>) {
  const action = `${PRIVATE_TICKETS}/${token}`;
  return (
    <>
      <p className="ticket-number">{ticket.number}</p>
      <p>
        <b>{stateWords(ticket)}</b>
      </p>
      <p>
        Anotá el número y guardá la dirección de esta página: con ella podés volver a ver tu reclamo. No se la pases a
        nadie.
      </p>
      <h2>{ticket.topic}</h2>
      <p className="ticket-text">{ticket.text}</p>
      {ticket.place && <p>Dónde: {ticket.place}</p>}
      <ol className="ticket-entries">
        {ticket.entries.map((entry) => (
          <li key={entry.id} data-kind={entry.kind}>
            <p>
              <b>{entryWords(entry)}</b> <small>{moment(entry.at)}</small>
            </p>
            {entry.kind !== 'state' && <p className="ticket-text">{entry.text}</p>}
          </li>
        ))}
      </ol>
      <noscript>
        <form className="form ticket-form" method="post" action={action}>
          {fault && (
            <p className="alert" role="alert">
              {fault.message}
            </p>
          )}
          {!ticket.isJoined && (
            <>
              <p>
                <label htmlFor="message">Escribir de nuevo</label>
                <textarea id="message" name="text" rows={3} maxLength={TICKET_LIMITS.text} defaultValue={text} />
              </p>
              <button className="button" type="submit" name="do" value="write">
                Enviar el mensaje
              </button>
            </>
          )}
          {isAsked ? (
            <>
              <p className="alert">
                Se borran para siempre el texto, las fotos, los mensajes y tus datos. Nadie va a poder responderte.
              </p>
              <button className="button" type="submit" name="do" value="erase">
                Sí, borrar mis datos
              </button>
            </>
          ) : (
            <button className="button quiet" type="submit" name="do" value="ask">
              Borrar mis datos
            </button>
          )}
        </form>
      </noscript>
    </>
  );
}
