import { asUrl } from '#contract/values/text';

/** Makes plain what other programs write with tags that the portal has none of, and frees links. In place. */
export function makeInline(root: ParentNode): void {
  for (const link of root.querySelectorAll('a')) freeLink(link);
  for (const raised of root.querySelectorAll('sup')) raised.replaceWith(signs(raised.textContent ?? '', RAISED));
  for (const lowered of root.querySelectorAll('sub')) lowered.replaceWith(signs(lowered.textContent ?? '', LOWERED));
  for (const picture of root.querySelectorAll('img')) {
    const alt = picture.getAttribute('alt') ?? '';
    if (EMOJI.test(alt)) picture.replaceWith(alt);
  }
}

/** Emoji are pictures in WhatsApp and in mail. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Regional_Indicator}][^\p{L}]*$/u;

const RAISED = new Map([...'0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻oºaª'].reduce(pairs, []));
const LOWERED = new Map([...'0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋'].reduce(pairs, []));

function pairs(all: [string, string][], sign: string, at: number): [string, string][] {
  const last = all.at(-1);
  if (at % 2 === 0 || !last) return [...all, [sign, '']];
  last[1] = sign;
  return all;
}

/** Square metres stay square metres. A text that has no raised letters stays as it is. */
function signs(text: string, table: ReadonlyMap<string, string>): string {
  const found = [...text.trim()].map((sign) => table.get(sign) ?? null);
  return found.length > 0 && !found.includes(null) ? found.join('') : text;
}

/** Addresses that lead to another one by a site in between, and the parameter that has it. */
const DETOURS = [
  [/^www\.google\.[a-z.]+$/, '/url', 'q'],
  [/\.safelinks\.protection\.outlook\.com$/, '/', 'url'],
  [/^l\.(?:facebook|instagram)\.com$/, '/l.php', 'u'],
] as const;

/** A link leads where its author meant; one that leads into another document keeps its words. */
function freeLink(link: Element): void {
  const address = link.getAttribute('href') ?? '';
  if (address === '' || /^(?:#|file:|about:)/i.test(address)) {
    link.replaceWith(...link.childNodes);
    return;
  }
  const url = asUrl(address);
  const detour = url && DETOURS.find(([host, path]) => host.test(url.hostname) && url.pathname === path);
  const target = detour && url.searchParams.get(detour[2]);
  if (target && /^https?:/.test(target)) link.setAttribute('href', target);
}
