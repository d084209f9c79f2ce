/** A piece of what was typed: a number that can be called, or text. */
export interface PhonePart {
  text: string;
  /** The `tel:` URL of a number. */
  tel?: string;
  /** The address of its WhatsApp chat, if the text says that it has one. */
  whatsapp?: string;
}

/** A number with letters on a keypad, `0800-555-MUNI`; or digits, perhaps with a stroke after the area code. */
const NUMBER = /0[68]\d0(?:\W?\d){0,4}\W?[a-z]{3,}|[+*(]*(?:0\d{2,4}\)?\s?[/–-]\s?)?\d(?:[().–-]*\s?\(?\d)*/gi;
const KEYPAD = '22233344455566677778889999';
/** The area code of a number that is written with a sign after it. */
const AREA = /^\D*(?:54\D+)?(?:9\D+)?0?(11|[23]\d{2,3})\D/;
const WHATSAPP = /^(.*?)(wh?a\w{0,2}s ?app?|wsp)/i;

/**
 * Divides telephone numbers as people write them: `02657-421100 / 421101 int. 12`. A number that is incomplete takes
 * its beginning from the one before it, or else from the town's, whose own area code it must leave: with a digit too
 * many or too few it would be a number of another province. Numbers are dialled in international form where that
 * is certain, and otherwise as they are written. Extensions and hours are text, because few telephones understand
 * `;ext=` (RFC 3966): some dial its letters.
 * @param typed what a person typed
 * @param town the town's own telephone
 * @returns numbers and text, in the order in which they were typed
 */
export function phoneParts(typed: string, town = ''): PhonePart[] {
  const parts: PhonePart[] = [];
  let end = 0;
  /** What a number has before it: +54 (landlines), +549 (mobile phones) or nothing, and then the area code. */
  let before = '';
  const own = town ? firstNumber(town) : undefined;
  const home = own?.tel?.slice(4).replace(/.*([1-3]\d{9})/, '+54$1');
  let code: string | undefined;
  for (const { 0: text, index } of typed.matchAll(NUMBER)) {
    const between = typed.slice(end, index);
    const isService = /^\(?(?:1\d\d|911)$/.test(text);
    let digits = text
      .replace(/[^\d*+]/g, (sign) => KEYPAD[parseInt(sign, 36) - 10] ?? '')
      .replace(/^(?:\+?54)?9?0?(11|[23]\d{2,3})15(\d{6,8})$/, '+549$1$2');
    if (between === '/' && digits.length < 6 && !isService) digits = before.slice(0, -digits.length) + digits;
    const [, mobile, local] = /^(15)?([2-9]\d{5,7})$/.exec(digits) ?? [];
    const areaCode = (before && code) || AREA.exec(own?.text ?? '')?.[1];
    const isOfArea = !areaCode || areaCode.length + (local?.length ?? 0) === 10;
    if (local && isOfArea) {
      // After a mobile phone, a number without 15 may be of either kind: its ten digits alone call both.
      const area = (before || home || '').slice(0, -local.length).replace(mobile ? /^\+549?/ : /^\+549/, '');
      if (/^(?:\+54)?(?:11|[23]\d\d\d?)$/.test(area)) digits = (mobile ? '+549' : '') + area + local;
    }
    const [, country, nine, trunk, national] = /^\+?(54)?(9?)(0?)([1-3]\d{9})$/.exec(digits) ?? [];
    if (national) digits = (nine ? '+549' : country || trunk ? '+54' : '') + national;
    if (
      national ||
      (local && isOfArea) ||
      /^(?:\+(?!54)\d{8,15}|0[68]\d{9,12})$/.test(digits) ||
      (isService && !/\b(?:int|ext)/i.test(between)) ||
      (text === typed.trim() && /^\*?\d{3,5}$/.test(digits))
    ) {
      parts.push({ text: between }, { text, tel: `tel:${digits}` });
      before = national || local ? digits : '';
      code = AREA.exec(text)?.[1] ?? areaCode;
      end = index + text.length;
    }
  }
  parts.push({ text: typed.slice(end) });
  parts.forEach((part, at) => {
    if (part.tel) return;
    // The word belongs to the number before it, unless there is other text between them.
    const [found, lead = '', word = ''] = WHATSAPP.exec(part.text) ?? [];
    const owner = (!/[/,;|]|\by /.test(lead) && parts[at - 1]) || parts[at + 1] || parts[at - 1];
    // WhatsApp writes all numbers of Argentina with 9.
    const chat = owner?.tel?.slice(4).replace(/^(?:\+549?)?(?=[1-3]\d{9}$)/, '+549');
    if (found && owner && chat?.[0] === '+' && !/\b(?:no|sin)\b/i.test(part.text)) {
      owner.whatsapp = `https://wa.me/${chat.slice(1)}`;
      part.text = part.text.replace(word, '');
    }
    part.text = /[^\s,;/|–-](?:.*[^\s,;/|–-])?/.exec(part.text)?.[0] ?? '';
  });
  return parts.filter(({ tel, text }) => tel || /\w/.test(text));
}

/** Returns the `tel:` URL of the first number of a text; undefined if it has none that can be called. */
export const telephone = (typed: string, town?: string) => firstNumber(typed, town)?.tel;

const firstNumber = (typed: string, town?: string) => phoneParts(typed, town).find(({ tel }) => tel);

/** A number with its area code, of the country or free; or a short one that is not a measure. */
const IN_TEXT = /(?:\+54|\(?\b0\d\d)(?:[\s()/-]{0,3}\d){6,11}|\b(?:1\d\d|911)\b(?!\s?(?:k?m|%|°))/g;
/** Short numbers look like any other, so they are called only where the text says so: `Llamá al 103 o al 107`. */
const ASKED = /(?:^|[^\d\s]\s+)(?:al|llam[a-záé]+)\s$/i;
const ASKED_TOO = /^\s?(?:[,/]|o|y)\s?(?:al\s)?$/;

/**
 * Finds the telephones in running text: those with an area code, and short ones that it asks to call.
 * @returns numbers and text, which together are the text as it is
 */
export function phonesInText(text: string): PhonePart[] {
  const parts: PhonePart[] = [];
  let end = 0;
  for (const { 0: number, index } of text.matchAll(IN_TEXT)) {
    const between = text.slice(end, index);
    const isAsked = number.length > 3 || ASKED.test(between) || (end > 0 && ASKED_TOO.test(between));
    const tel = telephone(number);
    if (!isAsked || !tel || phoneParts(number).length > 1) continue;
    parts.push({ text: between }, { text: number, tel });
    end = index + number.length;
  }
  return [...parts, { text: text.slice(end) }];
}
