import { useEffect, useLayoutEffect, useState } from 'react';
import { TICKET_TOKEN } from '#contract/tickets/ticket';
import {
  PRIVATE_TICKETS,
  PUBLIC_TICKETS,
  PUBLIC_TICKETS_NAME,
  ticketPage,
  TICKETS_NAME,
  TICKETS_PAGE,
} from '#contract/addresses/tickets';
import type { SiteDocument } from '#contract/records';
import { printPage } from '../../../components/print.ts';
import { definePage } from '../../public-page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTickets } from './use-tickets.ts';
import { keepForm, keptForm } from './form/kept-form.ts';
import { Instead } from './instead.tsx';
import { Paper } from './form/paper.tsx';
import { TicketFormPart } from './form/form.tsx';
import { Link } from '../../../components/link.tsx';
import { loadTown, useLate } from './use-late.ts';
import { MineList } from './own/mine.tsx';
import { keepFormCode } from '../../../tickets/start.ts';
import '../../../styles/tickets.css';

interface Asked {
  /** Id and secret of the ticket that the address names; '' for the page with the form. */
  token: string;
  /** The address is that of what everybody may see. */
  isList: boolean;
}

const LEAD = 'Contanos qué pasa o qué necesitás saber. Te damos un número y una página para seguir la respuesta.';

/**
 * The form for tickets and the person's own tickets; with a token, one of them. What it shows is on the device and in
 * answers to its own calls: the documents and caches of the portal have nothing of it.
 */
export const page = definePage<Asked>({
  style: 'rows',
  startsAtOnce: true,
  load(_, { params: { '*': below = '' } }) {
    const page = `${TICKETS_PAGE}/${below}`;
    const isList = page === PUBLIC_TICKETS;
    const token = page.startsWith(`${PRIVATE_TICKETS}/`) ? page.slice(PRIVATE_TICKETS.length + 1) : '';
    return Promise.resolve(below === '' || isList || TICKET_TOKEN.test(token) ? { token, isList } : null);
  },
  head: ({ token, isList }) => ({
    title: isList ? PUBLIC_TICKETS_NAME : token ? 'Tu reclamo' : TICKETS_NAME,
    description: 'Reclamos y consultas a la municipalidad, también sin señal.',
    noIndex: true,
  }),
  Page: ({ data: { token, isList }, site, url }) =>
    isList ? <List /> : token ? <One key={token} token={token} /> : <Desk site={site} url={url} />,
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
            {form.isPublic && (
              <p>
                <Link to={PUBLIC_TICKETS}>Ver lo que ya avisaron</Link>
              </p>
            )}
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

/** What everybody may see. */
function List() {
  const [town] = useLate(true, loadTown);
  useEffect(() => void keepFormCode().catch(() => {}), []);
  return (
    <>
      <PageHead title={PUBLIC_TICKETS_NAME} />
      <div className="section panel tickets">
        {town ? <town.PublicList /> : <p role="status">Abriendo la lista…</p>}
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
  const [code, hasFailed] = useLate(true, loadFollowed);
  useNoReferrer();
  useEffect(() => void keepFormCode().catch(() => {}), []);
  return (
    <>
      <PageHead title="Tu reclamo" />
      <div className="section panel tickets">
        {code ? (
          <code.Followed id={id} secret={secret} />
        ) : (
          <p role="status">{hasFailed ? 'Para abrir esta página hace falta conexión.' : 'Buscando tu reclamo…'}</p>
        )}
      </div>
    </>
  );
}

const loadFollowed = () => import('./own/followed.tsx');

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
