import { admin, pages } from '../contract/addresses/pages.ts';
import { RESET_FRAGMENT } from '../contract/addresses/public-calls.ts';
import { longMoment } from '../contract/values/dates.ts';
import { cut, oneLine } from '../contract/values/text.ts';

/** What a person reads of a mail. */
export interface Letter {
  subject: string;
  text: string;
}

/** What a mail says of a ticket: nothing of who wrote it, nor their text. */
export interface ToldTicket {
  number: string;
  topic: string;
  place: string;
}

/** Tickets that are listed in a mail; the others are counted. */
const LISTED = 30;
const MOST_PLACE = 120;

/** @param origin the public address of the portal, as it is set */
export function resetLetter({
  origin,
  username,
  token,
  until,
}: {
  origin: string;
  username: string;
  token: string;
  /** ms since the epoch */
  until: number;
}): Letter {
  return {
    subject: `${hostOf(origin)}: elegir otra contraseña`,
    text: `Alguien pidió elegir otra contraseña para el usuario «${line(username)}» del portal ${origin}.

Si fuiste vos, abrí este enlace y elegila. Sirve una sola vez, hasta el ${longMoment(until)}:

${origin}${pages.login()}#${RESET_FRAGMENT}${token}

Si no fuiste vos, no hace falta hacer nada: tu contraseña sigue siendo la misma. No le pases este enlace a nadie.
`,
  };
}

/** What of an account is told to its owner once it has changed. */
export type ToldChange = 'password' | 'email';

const CHANGES = {
  password: { subject: 'tu contraseña', name: 'La contraseña', pronoun: 'la', more: '' },
  email: {
    subject: 'tu correo',
    name: 'El correo',
    pronoun: 'lo',
    more: ' A esta dirección ya no llega nada más de ese usuario.',
  },
};

/** @param at when it was changed, ms since the epoch */
export function changedLetter({
  origin,
  username,
  what,
  at,
}: {
  origin: string;
  username: string;
  what: ToldChange;
  at: number;
}): Letter {
  const { subject, name, pronoun, more } = CHANGES[what];
  return {
    subject: `${hostOf(origin)}: cambió ${subject}`,
    text: `${name} del usuario «${line(username)}» del portal ${origin} cambió el ${longMoment(at)}.${more}

Si ${pronoun} cambiaste vos, o se lo pediste a un administrador, no hace falta hacer nada.

Si no, avisale ya mismo a un administrador del portal: puede cerrar las sesiones abiertas de tu usuario.
`,
  };
}

/** @param area the name of who gets it */
export function ticketsLetter({
  origin,
  area,
  tickets,
}: {
  origin: string;
  area: string;
  tickets: readonly ToldTicket[];
}): Letter {
  const [first] = tickets;
  const more = tickets.length - LISTED;
  const lines = tickets.slice(0, LISTED).map(({ number, topic, place }) => {
    const where = place === '' ? 'sin lugar escrito' : unlinked(place);
    return `- ${line(number)}: ${line(topic)}. Dónde: ${where}`;
  });
  return {
    subject:
      tickets.length === 1
        ? `${hostOf(origin)}: reclamo nuevo ${line(first?.number ?? '')}, ${line(first?.topic ?? '')}`
        : `${hostOf(origin)}: ${tickets.length} reclamos nuevos para ${line(area)}`,
    text: `Para ${line(area)}, ${tickets.length === 1 ? 'entró un reclamo' : `entraron ${tickets.length} reclamos`}:

${lines.join('\n')}
${more > 0 ? `- y ${more} más\n` : ''}
Para verlos y responderlos: ${origin}${admin.tickets()}

Este correo no lleva el texto ni los datos de quien escribió: están solo en el portal.
`,
  };
}

const hostOf = (origin: string) => new URL(origin).host;
const line = (text: string) => cut(oneLine(text), MOST_PLACE, MOST_PLACE, '…');

/** Returns what a resident wrote in a form of which programs for mail make no link. */
const unlinked = (text: string) =>
  line(text)
    .replaceAll(/[.:](?=\S)/g, '$& ')
    .replaceAll('@', ' (arroba) ');
