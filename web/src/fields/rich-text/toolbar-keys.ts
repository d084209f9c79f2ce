/**
 * Makes the editor's toolbar one stop of the Tab key, with arrows from tool to tool (WAI-ARIA, toolbar pattern), and
 * lets keys choose in its popups. The editor recreates its buttons, as when its width changes.
 * @param toolbar the element that has the buttons and the popups
 * @param back puts the focus into the text
 * @returns function that stops this
 */
export function watchToolbarKeys(toolbar: HTMLElement, back: () => void): () => void {
  const bar = toolbar.querySelector<HTMLElement>('.toastui-editor-defaultUI-toolbar');
  let current: HTMLElement | undefined;

  const tools = () =>
    [...(bar?.querySelectorAll<HTMLButtonElement>('button') ?? [])].filter(
      (tool) => !tool.disabled && tool.offsetParent !== null,
    );
  function rove(): void {
    const all = tools();
    const stop = current && all.includes(current as HTMLButtonElement) ? current : all[0];
    for (const tool of bar?.querySelectorAll('button') ?? []) setOnce(tool, 'tabindex', tool === stop ? '0' : '-1');
    for (const item of toolbar.querySelectorAll('[role="menuitem"]')) setOnce(item, 'tabindex', '-1');
  }

  function press(event: KeyboardEvent): void {
    const from = event.target as HTMLElement;
    const popup = from.closest<HTMLElement>('.toastui-editor-popup');
    const items = popup ? [...popup.querySelectorAll<HTMLElement>('[role="menuitem"]')].filter(isShown) : tools();
    const at = items.indexOf(from as HTMLButtonElement);
    if (at < 0) return;
    const [next, before] = popup ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const to = new Map([
      [next, items[(at + 1) % items.length]],
      [before, items.at(at - 1)],
      ['Home', items[0]],
      ['End', items.at(-1)],
    ]).get(event.key);
    if (to) to.focus();
    else if (popup && (event.key === 'Enter' || event.key === ' ')) from.click();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  }
  function leave(): void {
    // The popups close when the mouse is pressed elsewhere.
    document.dispatchEvent(new MouseEvent('mousedown'));
    back();
  }
  function focus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLButtonElement) || !bar?.contains(target)) return;
    current = target;
    rove();
  }
  function open({ target, detail }: MouseEvent): void {
    // Only for a key that was pressed on a tool, not for a finger or the mouse.
    if (detail > 0) return;
    const tool = (target as Element).closest('button');
    if (tool?.matches('.heading'))
      [...toolbar.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(isShown)?.focus();
    // The size is shown in pixels, for a mouse; the tools of the table give it rows and columns.
    if (tool?.matches('.table')) toolbar.querySelector<HTMLElement>('.toastui-editor-table-selection')?.click();
  }

  bar?.setAttribute('role', 'toolbar');
  bar?.setAttribute('aria-label', 'Formato del texto');
  const observer = new MutationObserver(rove);
  observer.observe(toolbar, { childList: true, subtree: true, attributeFilter: ['disabled', 'style', 'role'] });
  toolbar.addEventListener('keydown', press);
  toolbar.addEventListener('focusin', focus);
  toolbar.addEventListener('click', open);
  rove();
  return () => {
    observer.disconnect();
    toolbar.removeEventListener('keydown', press);
    toolbar.removeEventListener('focusin', focus);
    toolbar.removeEventListener('click', open);
  };
}

const isShown = (element: HTMLElement) => element.offsetParent !== null;

/** Sets an attribute only if it changes, so that what observes it is not called in vain. */
function setOnce(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
