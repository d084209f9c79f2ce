import { useEffect, useLayoutEffect, useState } from 'react';
import { TICKET_TOKEN } from '#contract/tickets/ticket';
import { ticketPage, TICKETS_NAME } from '#contract/addresses/tickets';
import type { SiteDocument } from '#contract/records';
import { printPage } from '../../../components/print.ts';
import { definePage } from '../../public-page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTickets } from './use-tickets.ts';
import { keepForm, keptForm } from './kept-form.ts';
import { Instead } from './instead.tsx';
import { Paper } from './paper.tsx';
import { TicketFormPart } from './form.tsx';
import { Followed, MineList } from './mine.tsx';
import { keepFormCode } from '../../../tickets/start.ts';
import '../../../styles/tickets.css';

interface Asked {
  /** Id and secret of the ticket that the address names; '' for the page with the form. */
  token: string;
}

const LEAD = 'Contanos qué pasa o qué necesitás saber. Te damos un número y una página para seguir la respuesta.';

/**
 * The form for tickets and the person's own tickets; with a token, one of them. What it shows is on the device and in
 * answers to its own calls: the documents and caches of the portal have nothing of it.
 */
export const page = definePage<Asked>({
  style: 'rows',
  startsAtOnce: true,
  load: (_, { params: { token = '' } }) => Promise.resolve(token === '' || TICKET_TOKEN.test(token) ? { token } : null),
  head: ({ token }) => ({
    title: token ? 'Tu reclamo' : TICKETS_NAME,
    description: 'Reclamos y consultas a la municipalidad, también sin señal.',
    noIndex: true,
  }),
  Page: ({ data: { token }, site, url }) =>
    token ? <One key={token} token={token} /> : <Desk site={site} url={url} />,
});

function Desk({ site, url }: { site: SiteDocument; url: string }) {
  const { form, isAsked } = useTownForm();
  useNamedTicket();
  useEffect(() => void keepFormCode().catch(() => {}), []);
  return (
    <>
      <PageHead title={TICKETS_NAME} lead={LEAD} />
      <div className="section panel tickets">
        {form?.isOpen ? (
          <>
            <TicketFormPart form={form} site={site} />
            <Paper form={form} site={site} url={url} />
          </>
        ) : (
          isAsked && <Instead form={form} site={site} />
        )}
        <MineList />
        {form?.isOpen && (
          <p>
            <button type="button" className="button quiet" onClick={() => void printPage()}>
              Imprimir el formulario en papel
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** Opens the private page of the ticket whose number a notification has: only this device knows its address. */
function useNamedTicket(): void {
  const { mine } = useTickets();
  const { search } = useLocation();
  const navigate = useNavigate();
  const number = new URLSearchParams(search).get('numero');
  const named = number === null ? undefined : mine.find((one) => one.number === number);
  const to = named && ticketPage(named);
  useEffect(() => {
    if (to) void navigate(to, { replace: true });
  }, [navigate, to]);
}

function One({ token }: { token: string }) {
  const [, id = '', secret = ''] = TICKET_TOKEN.exec(token) ?? [];
  useNoReferrer();
  return (
    <>
      <PageHead title="Tu reclamo" />
      <div className="section panel tickets">
        <Followed id={id} secret={secret} />
      </div>
    </>
  );
}

/** What the town says of its form: what the device knows, and then what the server says. */
function useTownForm() {
  const [form, setForm] = useState(keptForm);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const answer = await keepForm();
      if (isOver) return;
      if (answer) setForm(answer);
      setAsked(true);
    };
    const askAgain = () => void ask();
    askAgain();
    window.addEventListener('online', askAgain);
    return () => {
      isOver = true;
      window.removeEventListener('online', askAgain);
    };
  }, []);
  return { form, isAsked };
}

/** Says nothing of where they come from with the requests of a private page, before it makes the first. */
function useNoReferrer(): void {
  useLayoutEffect(() => {
    const element = document.querySelector<HTMLMetaElement>('meta[name=referrer]');
    const before = element?.content;
    if (!element || before === undefined) return;
    element.content = 'no-referrer';
    return () => {
      element.content = before;
    };
  }, []);
}
