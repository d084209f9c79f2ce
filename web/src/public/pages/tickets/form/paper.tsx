import { qrCodeOf } from '#contract/addresses/qr-codes';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import type { TicketForm } from '#contract/tickets/ticket';
import type { SiteDocument } from '#contract/records';
import { purposeWords } from '../words.ts';

/** Lines to write on, for each question of the form on paper. */
const QUESTIONS = [
  ['Contanos qué pasa', 7],
  ['¿Dónde? Dirección o barrio', 2],
  ['Nombre', 1],
  ['Teléfono', 1],
  ['Correo electrónico', 1],
] as const;

/** The form as a sheet of paper to fill in by hand, in the place of the page. */
export function Paper({ form, site, url }: { form: TicketForm; site: SiteDocument; url: string }) {
  return (
    <section className="only-print ticket-paper" aria-label="Formulario en papel">
      <div className="ticket-paper-head">
        <p>
          <b>{site.name}</b>
          <br />
          {[site.address, site.phone].filter(Boolean).join(' · ')}
          <br />
          También se puede completar con el teléfono, en {url}
        </p>
        <img className="qr" src={qrCodeOf(TICKETS_PAGE)} width="110" height="110" alt="" />
      </div>
      <h2>¿De qué se trata? Marcá una.</h2>
      <ul>
        {form.topics.map(({ key, name }) => (
          <li key={key}>☐ {name}</li>
        ))}
      </ul>
      {QUESTIONS.map(([question, lines]) => (
        <div key={question} className="ticket-question">
          <h2>{question}</h2>
          {Array.from({ length: lines }, (_, at) => (
            <div key={at} className="ticket-line" />
          ))}
        </div>
      ))}
      <p>
        {form.takesAnonymous && 'Nombre, teléfono y correo son voluntarios. '}
        {purposeWords(form, 'on paper')}
      </p>
      <p className="ticket-office">
        Para el municipio: número ____________ fecha ____________ recibió ______________________
      </p>
    </section>
  );
}
