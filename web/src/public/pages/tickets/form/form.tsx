import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { PLAIN_TICKETS } from '#contract/addresses/tickets';
import { contactFault } from '#contract/tickets/contact';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { TicketForm } from '#contract/tickets/ticket';
import type { SiteDocument } from '#contract/records';
import { isBlank, newDraft } from '../../../../tickets/my-tickets.ts';
import type { TicketDraft } from '../../../../tickets/my-tickets.ts';
import { Photos } from './photos.tsx';
import { Place } from './place.tsx';
import { SentPart } from './sent.tsx';
import type { Join } from '../town/near.tsx';
import { useTickets } from '../use-tickets.ts';
import { loadTown, useLate } from '../use-late.ts';
import { purposeWords } from '../words.ts';

/** Time without typing, in ms, after which what was typed is stored. */
const PAUSE = 400;

type Faults = Partial<Record<'topic' | 'text' | 'phone' | 'email' | 'whole', string>>;

/** The form, with what was typed into it before; after sending, the ticket's number in its place. */
export function TicketFormPart({ form, site }: { form: TicketForm; site: SiteDocument }) {
  const { isLoaded, isBroken, drafts } = useTickets();
  const [sent, setSent] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [opened] = useState(Date.now);
  if (isBroken) {
    return (
      <p className="ticket-note">
        Este navegador no deja guardar nada en el teléfono, así que acá el formulario no funciona. Usá el{' '}
        <a href={PLAIN_TICKETS}>formulario sencillo</a>, que necesita conexión.
      </p>
    );
  }
  if (!isLoaded) return <p>Abriendo lo que guarda este teléfono…</p>;
  if (sent !== null) return <SentPart id={sent} site={site} another={() => setSent(null)} />;
  const draft = drafts.find(({ id }) => id === chosen) ?? (chosen === null ? drafts[0] : undefined);
  return (
    <>
      <Drafts
        drafts={drafts.filter(({ id }) => id !== draft?.id)}
        choose={setChosen}
        hasCurrent={draft !== undefined && !isBlank(draft)}
        isFromBefore={draft !== undefined && draft.begun < opened}
        begin={() => setChosen('')}
      />
      <Fields
        key={chosen === null ? 'newest' : chosen}
        given={draft}
        form={form}
        done={(id) => {
          setChosen(null);
          setSent(id);
        }}
      />
    </>
  );
}

/** What else was begun on this device. */
function Drafts({
  drafts,
  choose,
  hasCurrent,
  isFromBefore,
  begin,
}: {
  drafts: readonly TicketDraft[];
  choose: (id: string) => void;
  hasCurrent: boolean;
  isFromBefore: boolean;
  begin: () => void;
}) {
  const { tickets } = useTickets();
  if (drafts.length === 0 && !hasCurrent) return null;
  return (
    <div className="ticket-note">
      {hasCurrent && (
        <p>
          {isFromBefore
            ? 'Este es el que empezaste antes y quedó sin enviar.'
            : 'Lo que escribís queda guardado en este teléfono.'}{' '}
          <button type="button" className="button quiet" onClick={begin}>
            Empezar otro
          </button>
        </p>
      )}
      {drafts.map(({ id, text }) => (
        <p key={id}>
          Sin terminar: «{text.slice(0, 60) || 'sin texto'}»{' '}
          <button type="button" className="button quiet" onClick={() => choose(id)}>
            Seguir
          </button>{' '}
          <button type="button" className="button quiet" onClick={() => void tickets.dropDraft(id)}>
            Borrar
          </button>
        </p>
      ))}
    </div>
  );
}

function Fields({
  given,
  form,
  done,
}: {
  given: TicketDraft | undefined;
  form: TicketForm;
  done: (id: string) => void;
}) {
  const { tickets, mine } = useTickets();
  const [draft, change, drop] = useDraft(given);
  const [found, setFaults] = useState<Faults>({});
  const [isSending, setSending] = useState(false);
  const trap = useRef<HTMLInputElement>(null);
  const isAnonymous = form.takesAnonymous && draft.isAnonymous;
  // What was found is said until it is mended.
  const faults = standing(found, faultsOf({ ...draft, isAnonymous }, form));

  const [town] = useLate(form.isPublic || form.hasPicture, loadTown);

  const join: Join = async (of, topic) => {
    try {
      const id = await tickets.join(of, topic);
      // What was typed has become that: kept, it would be sent as another one later.
      await drop();
      done(id);
    } catch {
      setFaults({ whole: NOT_STORED });
    }
  };

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const missing = faultsOf({ ...draft, isAnonymous }, form);
    setFaults(missing);
    const [first] = Object.keys(missing);
    if (first) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setSending(true);
    try {
      const name = form.topics.find(({ key }) => key === draft.topic)?.name ?? '';
      const id = await tickets.send({ ...draft, isAnonymous }, name, trap.current?.value ?? '');
      void navigator.storage?.persist?.();
      done(id);
    } catch (error) {
      setFaults({ whole: error instanceof Error && error.name === 'NotKept' ? error.message : NOT_STORED });
      setSending(false);
    }
  }

  return (
    <form className="form ticket-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset aria-invalid={faults.topic !== undefined}>
        <legend>¿De qué se trata?</legend>
        {faults.topic && <span className="error">{faults.topic}</span>}
        <div className="ticket-topics">
          {form.topics.map(({ key, name }) => (
            <label key={key}>
              <input
                type="radio"
                name="topic"
                value={key}
                checked={draft.topic === key}
                onChange={() => change({ topic: key })}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Contanos qué pasa" error={faults.text}>
        {(props) => (
          <textarea
            {...props}
            name="text"
            rows={6}
            maxLength={TICKET_LIMITS.text}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      <Photos photos={draft.photos} change={(photos) => change({ photos })} />
      <Place draft={draft} change={change} />
      {town && form.hasPicture && <town.Pin point={draft.point} change={change} />}
      {town && form.isPublic && <town.Near draft={draft} mine={mine} join={join} />}
      <fieldset>
        <legend>¿Cómo te respondemos?</legend>
        {form.takesAnonymous && (
          <label className="ticket-check">
            <input
              type="checkbox"
              name="anonymous"
              checked={draft.isAnonymous}
              onChange={({ target }) => change({ isAnonymous: target.checked })}
            />
            No quiero dejar mis datos. La respuesta la leo en la página de mi reclamo.
          </label>
        )}
        {!isAnonymous && (
          <>
            <Text draft={draft} change={change} name="name" label="Nombre" autoComplete="name" />
            <Text
              draft={draft}
              change={change}
              name="phone"
              label="Teléfono"
              type="tel"
              autoComplete="tel"
              error={faults.phone}
            />
            <Text
              draft={draft}
              change={change}
              name="email"
              label="Correo electrónico"
              type="email"
              autoComplete="email"
              error={faults.email}
            />
          </>
        )}
      </fieldset>
      <div className="ticket-trap" aria-hidden="true">
        <label>
          No escribas acá <input ref={trap} name="trap" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="ticket-law">{purposeWords(form)}</p>
      {draft.messages?.map((message) => (
        <p key={message.id} className="ticket-note">
          También se envía lo que escribiste después: «{message.text}»{' '}
          <button
            type="button"
            className="button quiet"
            onClick={() => change({ messages: draft.messages?.filter((one) => one !== message) ?? [] })}
          >
            Quitarlo
          </button>
        </p>
      ))}
      {faults.whole && (
        <p className="alert" role="alert">
          {faults.whole}
        </p>
      )}
      <button className="button" type="submit" aria-disabled={isSending}>
        {isSending ? 'Guardando…' : 'Enviar'}
      </button>
    </form>
  );
}

const NOT_STORED = 'Este teléfono no pudo guardar el reclamo. Copiá el texto y probá de nuevo.';

const standing = ({ whole, ...found }: Faults, now: Faults): Faults => ({
  ...Object.fromEntries(Object.entries(now).filter(([name]) => Object.hasOwn(found, name))),
  ...(whole && { whole }),
});

/** What is missing, as the server would say it. */
function faultsOf({ topic, text, phone, email, isAnonymous }: TicketDraft, form: TicketForm): Faults {
  const hasWay = phone.trim() !== '' || email.trim() !== '';
  const wrongPhone = isAnonymous ? '' : contactFault({ phone, email });
  return {
    ...(form.topics.every(({ key }) => key !== topic) && { topic: 'Elegí de qué se trata.' }),
    ...(text.trim() === '' && { text: 'Contanos qué pasa.' }),
    ...(!form.takesAnonymous && !hasWay && { phone: 'Dejá un teléfono o un correo para que podamos responderte.' }),
    ...(wrongPhone && { phone: wrongPhone }),
    ...(!isAnonymous &&
      !/^$|^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: 'Escribilo completo, como nombre@ejemplo.com.' }),
  };
}

/** What is typed, stored on the device a moment later and when the page is left. */
function useDraft(given: TicketDraft | undefined) {
  const { tickets } = useTickets();
  const [draft, setDraft] = useState(() => given ?? newDraft(Date.now()));
  const unsaved = useRef<TicketDraft | null>(null);
  useEffect(() => {
    const store = () => {
      const one = unsaved.current;
      unsaved.current = null;
      // Where the device cannot store it, it stays in the form.
      if (one) void tickets.keep(one).catch(() => {});
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') store();
    };
    const timer = unsaved.current ? setTimeout(store, PAUSE) : undefined;
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', store);
    };
  }, [draft, tickets]);
  // The form is left within the portal.
  useEffect(
    () => () => {
      if (unsaved.current) void tickets.keep(unsaved.current).catch(() => {});
    },
    [tickets],
  );
  const change = (changes: Partial<TicketDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...changes, at: Date.now() };
      unsaved.current = next;
      return next;
    });
  const drop = () => {
    unsaved.current = null;
    return tickets.dropDraft(draft.id);
  };
  return [draft, change, drop] as const;
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

function Field({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, ...(error && { 'aria-describedby': `${id}-error` }) })}
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
    </p>
  );
}

function Text({
  draft,
  change,
  name,
  label,
  type = 'text',
  autoComplete,
  error,
}: {
  draft: TicketDraft;
  change: (changes: Partial<TicketDraft>) => void;
  name: 'name' | 'phone' | 'email';
  label: string;
  type?: string;
  autoComplete: string;
  error?: string | undefined;
}) {
  return (
    <Field label={label} error={error}>
      {(props) => (
        <input
          {...props}
          name={name}
          type={type}
          autoComplete={autoComplete}
          maxLength={TICKET_LIMITS[name]}
          value={draft[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
