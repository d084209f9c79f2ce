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

const CODE = String.raw`0?(?:11|[23]\d{2,3})`;
/**
 * A free number; one of the country, of its area or of the town alone; or a short one that is neither a measure nor
 * the beginning of a longer number, as in `154 22-3344`.
 */
const IN_TEXT = new RegExp(
  String.raw`0[68]\d0[\s-]?\d{3}[\s-]?(?:\d{3,4}|[A-Z]{4,})\b|` +
    String.raw`(?:(?:\+54[\s-]?(?:9[\s-]?)?)?(?:\(${CODE}\)|${CODE})[\s/–-]{0,3})?(?:15[\s-]?)?` +
    String.raw`[2-9]\d{1,3}[\s.-]?\d\d[.-]?\d\d(?![-.]?\d|\/\d{3})|\b15[2-9][\s-]\d{2,3}[\s.-]?\d{2,4}\b|` +
    String.raw`\b(?:1\d\d|911)\b(?!\s?(?:k?m|%|°)|[\s.-]?\d\d?[\s.-]?\d{3})`,
  'g',
);
/** No other number is written so; what looks like a short or local one may be a decree's or a house's. */
const SURE = /^(?:\+54|\(?0|\([1-3])/;
/** Where a text asks to call what follows: `Llamá al 103 o al 107`, but not `Belgrano al 100`. */
const ASKED = new RegExp(
  String.raw`(?:^al|\bllam(?:[aáe]|ar|en)|` +
    String.raw`\b(?:llam|avis[aáe]|comun[ií]\w+[st]e|marc[aáq]|disc[aáq])[a-záéí]*` +
    String.raw`(?:\s(?!(?:calle|del?|e[ln]|entre|por|que)\s)[^\s.:;\d]+){0,4}\s(?:al|el)|` +
    String.raw`\b(?:inform|denunci|ped[ií])[a-záéí]*(?:\s[a-z]+)?\s(?:al|en el)|` +
    String.raw`\b(?:tel|cel|tel[eé]fonos?|celular|whatsapp)[.:]{0,2}|` +
    String.raw`\b(?:bomberos|polic[ií]a|defensa civil|emergencias)(?::|\s\())` +
    String.raw`\s*(?:\d[\d\s()-]*[,/oy]\s(?:al\s)?)*$`,
  'i',
);
/** What stands between numbers that are called alike. */
const TOO = /^\s?(?:[,/]|o|y)\s?(?:al\s)?$/;
/** What the number is a part of, or what kind of number it is. */
const OTHER = /(?:[\w/–-]|\d[.,]|\$\s?|n\.?\s?[º°]\s?|\bexpte\.?\s|\bexpediente\s)$/i;

/**
 * Finds the telephones in running text: those with an area code, and others that it asks to call.
 * @param town the town's own telephone; without it no number without an area code is found
 * @param before what stands before the text in its paragraph
 * @returns numbers and text, which together are the text as it is
 */
export function phonesInText(text: string, town = '', before = ''): PhonePart[] {
  const parts: PhonePart[] = [];
  let end = 0;
  /** What has the area code of a number that lacks one. */
  let near = town;
  for (const { 0: number, index } of text.matchAll(IN_TEXT)) {
    const between = text.slice(end, index);
    const lead = (before + text.slice(0, index)).slice(-80);
    const isCalled = SURE.test(number) || ASKED.test(lead) || (end > 0 && TOO.test(between));
    const tel = telephone(number, near);
    if (!isCalled || OTHER.test(lead) || !tel || !/^tel:(?:[+0]|\d{3}$|\d{10}$)/.test(tel)) continue;
    parts.push({ text: between }, { text: number, tel });
    end = index + number.length;
    if (number.length > 9 && tel[4] === '+' && !number.startsWith('15')) near = number;
  }
  return [...parts, { text: text.slice(end) }];
}
