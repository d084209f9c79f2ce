import { linkAddress } from '#contract/values/links';

const POPUP = '.toastui-editor-popup-add-link';
/** The buttons of the popup that keys trigger. */
const BUTTONS = new Map<string, string>([
  ['Enter', '.toastui-editor-ok-button'],
  ['Escape', '.toastui-editor-close-button'],
]);
export const NO_ADDRESS =
  'Escribí una dirección completa, como https://ejemplo.gob.ar, un correo, un teléfono o el título de una página.';

/**
 * Completes addresses typed into the editor's link popup (`ejemplo.com` becomes `https://ejemplo.com`) before the
 * editor reads them, and rejects invalid ones. A link without text shows its address. The popup opens with the focus
 * on the address, and Escape closes it.
 * @param box the element around the editor
 * @param addressOf returns the address that a person means; null if it is none
 * @returns function that stops watching
 */
export function watchLinkPopup(box: HTMLElement, addressOf: (typed: string) => string | null): () => void {
  function leave({ target }: Event): void {
    if (target instanceof HTMLInputElement && isUrl(target)) target.value = linkAddress(target.value) ?? target.value;
  }
  function type({ target }: Event): void {
    if (target instanceof HTMLInputElement && isUrl(target)) target.setCustomValidity('');
  }
  function press(event: KeyboardEvent): void {
    const button = event.isComposing ? undefined : BUTTONS.get(event.key);
    const popup = (event.target as Element).closest(POPUP);
    if (!button || !popup || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    popup.querySelector<HTMLElement>(button)?.click();
    if (event.key === 'Escape') box.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }
  function open(event: Event): void {
    const address = box.querySelector<HTMLElement>('.link-address');
    if (!address || !(event.target as Element).closest('button.link')) return;
    // The link that the cursor is in is changed: the popup would put another one into it.
    event.stopPropagation();
    address.focus();
  }
  function accept(event: Event): void {
    const popup = (event.target as Element).closest('.toastui-editor-ok-button')?.closest(POPUP);
    const [url, words] = popup?.querySelectorAll('input') ?? [];
    if (!url || !words) return;
    const address = addressOf(url.value);
    if (address === null) {
      event.stopPropagation();
      url.setCustomValidity(NO_ADDRESS);
      url.reportValidity();
      return;
    }
    words.value ||= url.value.trim();
    url.value = address;
  }
  const handlers = [
    ['change', leave],
    ['input', type],
    ['keydown', press],
    ['click', open],
    ['click', accept],
  ] as const;
  // The popup is shown and hidden by its style attribute.
  let wasOpen = false;
  const opening = new MutationObserver(() => {
    const popup = box.querySelector<HTMLElement>(POPUP);
    const isOpen = popup !== null && popup.style.display !== 'none' && popup.offsetParent !== null;
    if (isOpen && !wasOpen) popup.querySelector('input')?.focus();
    wasOpen = isOpen;
  });
  opening.observe(box, { childList: true, subtree: true, attributeFilter: ['style'] });
  // Capturing runs before the editor's own listeners, which are on the elements themselves.
  for (const [name, listener] of handlers) box.addEventListener(name, listener as EventListener, true);
  return () => {
    opening.disconnect();
    for (const [name, listener] of handlers) box.removeEventListener(name, listener as EventListener, true);
  };
}

const isUrl = (input: HTMLInputElement) => input.id === 'toastuiLinkUrlInput';
