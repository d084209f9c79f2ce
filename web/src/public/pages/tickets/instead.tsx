import type { TicketForm } from '#contract/tickets/ticket';
import type { SiteDocument } from '#contract/records';
import { telephone } from '#contract/values/phones';

/** What to do where there is no form to fill in. @param form what the town says of it; null if that is not known */
export function Instead({ form, site }: { form: Pick<TicketForm, 'isOpen'> | null; site: SiteDocument }) {
  return (
    <div className="ticket-note">
      <p>
        {form
          ? 'Por ahora el municipio no recibe reclamos por acá.'
          : 'Para abrir el formulario por primera vez hace falta conexión. Después funciona también sin señal.'}
      </p>
      {site.phone && (
        <p>
          Podés llamar al <a href={telephone(site.phone, site.phone)}>{site.phone}</a>
          {site.address && ` o acercarte a ${site.address}`}.
        </p>
      )}
      {site.consultationUrl && (
        <p>
          <a className="button" href={site.consultationUrl} rel="external">
            Ir al sitio de consultas del municipio
          </a>
        </p>
      )}
    </div>
  );
}
