/**
 * Converts the lists of Word into real lists, in place. Word copies them as paragraphs with the bullet as text and the
 * level in a style; cleaning would leave only the bullets.
 * @param root of a document that is not shown, still with Word's styles
 */
export function makeWordLists(root: ParentNode): void {
  let open: { level: number; list: Element }[] = [];
  let last: Element | null = null;
  for (const paragraph of root.querySelectorAll('p[style*="mso-list"]')) {
    const { level, isOrdered, bullet } = itemOf(paragraph);
    // A list continues as long as nothing separates its paragraphs.
    if (last !== paragraph.previousElementSibling) open = [];
    open = open.filter((one) => one.level <= level);
    if (open.at(-1)?.level !== level) {
      const list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open.push({ level, list });
    }
    bullet?.remove();
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.list.append(item);
    last = open[0]?.list ?? null;
    paragraph.remove();
  }
}

function itemOf(paragraph: Element) {
  const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1);
  const bullet = paragraph.querySelector('span[style*="mso-list:Ignore" i]');
  return { level, bullet, isOrdered: /^[\s(]*[a-z\d]{1,4}[.)]/i.test(bullet?.textContent ?? '') };
}
