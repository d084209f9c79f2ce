import type { Site } from '#contract/town/documents';
import { phoneParts } from '#contract/values/phones';
import { useDocument } from '../workspace/use-document.ts';

/** Shows below telephones which number each calls, or why it cannot be called. */
export function PhoneHints({ phones }: { phones: string[] }) {
  const site = useDocument('site')?.record as Site | undefined;
  const hints = phones.flatMap((typed) => phoneHints(typed, site?.phone));
  return hints.map((hint, at) => (
    <p key={at} className={hint.startsWith(FAULT) ? 'field-hint over' : 'field-hint'}>
      {hint}
    </p>
  ));
}

/** @param town the town's own telephone */
export function phoneHints(typed: string, town?: string): string[] {
  const parts = phoneParts(typed, town);
  const calls = parts.flatMap(({ tel, whatsapp }) =>
    tel ? `Llama al ${spoken(tel.slice(4))}${whatsapp ? ' y abre su WhatsApp' : ''}.` : [],
  );
  // Text beside a number is a fault only if it looks like a number.
  const faults = parts.flatMap(({ tel, text }) => (tel || (calls.length > 0 && !LONG.test(text)) ? [] : whyNot(text)));
  return [...calls, ...faults];
}

/**
 * Says which of the telephones that were written anew look like numbers and cannot be called, or have no digit at all.
 * @param before those that were stored: they are not asked about again
 * @param town the town's own telephone
 */
export function wrongNumbers(phones: readonly string[], before: readonly string[], town?: string): string[] {
  const written = phones.filter((typed) => !before.includes(typed));
  return written.flatMap((typed) =>
    phoneHints(typed, town).filter((hint) => hint.startsWith(`${FAULT} al `) || !/\d/.test(typed)),
  );
}

const FAULT = 'No se puede llamar';
const LONG = /\d(?:[\s().-]*\d){5,}/;

/** The number as it is dialled in the country, where it is one of Argentina. */
function spoken(number: string): string {
  const [, country, area = '', rest = ''] = /^(\+549?)?(11|[23]\d{3})(\d{6,8})$/.exec(number) ?? [];
  if (!rest) return number;
  return `${country === '+549' ? '+54 9 ' : country ? '0' : ''}${area} ${rest}`;
}

function whyNot(text: string): string {
  const [number] = LONG.exec(text) ?? [];
  if (number) {
    return (
      `${FAULT} al ${number}: tiene ${number.replace(/\D/g, '').length} cifras. ` +
      'Con el 0 y el código de área son 11, o 13 con el 15. Separá varios números con una coma o una barra.'
    );
  }
  if (!/\d/.test(text)) return `${FAULT}: «${text}» no es un número.`;
  return /\b(?:int|ext)/i.test(text)
    ? `${FAULT}: a «${text}» le falta el número de la central.`
    : `${FAULT}: «${text}» es demasiado corto.`;
}
