/** An item of a list that another program wrote one by one, with its level. */
interface Item {
  element: Element;
  /** The list it belongs to, where the program says so. */
  list: string;
  level: number;
  isOrdered: boolean;
}

/** Makes lists, with lists in them, of what other programs write as something else. In place. */
export function makeLists(root: ParentNode): void {
  makeWordLists(root);
  makeWordWebLists(root);
  makeBulletLists(root);
  // Google Docs and Word put a list beside the item that it belongs to.
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
    else list.before(madeOf(list, 'li', [list.cloneNode(true)]));
    if (before?.localName !== 'li') list.remove();
  }
}

/**
 * Word copies lists as paragraphs with the bullet as text and the level in a style; cleaning would leave only the
 * bullets.
 */
function makeWordLists(root: ParentNode): void {
  const run: Item[] = [];
  let last: Element | null = null;
  for (const paragraph of root.querySelectorAll('p[style*="mso-list" i]')) {
    const [, list = '', level = '1'] =
      /mso-list:\s*(\w+)[^;]*\blevel(\d)/i.exec(paragraph.getAttribute('style') ?? '') ?? [];
    if (list === '') continue;
    // A list continues as long as nothing separates its paragraphs.
    if (last !== paragraph.previousElementSibling) nest(run.splice(0));
    const bullet = takeBullet(paragraph);
    run.push({ element: paragraph, list, level: Number(level), isOrdered: /^[\s(]*[a-z\d]{1,4}[.)]/i.test(bullet) });
    last = paragraph;
  }
  nest(run);
}

/** Takes the bullet or number out of a paragraph of Word: what only other programs are to see. */
function takeBullet(paragraph: Element): string {
  const marked = paragraph.querySelector('span[style*="mso-list:Ignore" i]');
  const comments = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_COMMENT);
  let words = marked?.textContent ?? '';
  while (comments.nextNode()) {
    const start = comments.currentNode;
    if (!/^\[if !supportLists\]/i.test(start.nodeValue ?? '')) continue;
    for (let next = start.nextSibling; next && next.nodeType !== Node.COMMENT_NODE; next = start.nextSibling) {
      words ||= next.textContent ?? '';
      next.remove();
    }
    break;
  }
  marked?.remove();
  return words;
}

/** Word on the web makes a list of each item, and says its level in an attribute. */
function makeWordWebLists(root: ParentNode): void {
  const run: Item[] = [];
  let last: Element | null = null;
  for (const element of root.querySelectorAll('li[data-aria-level]')) {
    const place = placeOf(element);
    if (last !== null && last !== place && last !== place.previousElementSibling) nest(run.splice(0));
    run.push({
      element,
      list: element.getAttribute('data-listid') ?? '',
      level: Number(element.getAttribute('data-aria-level')) || 1,
      isOrdered: element.parentElement?.localName === 'ol',
    });
    last = place;
  }
  nest(run);
  for (const empty of root.querySelectorAll('.ListContainerWrapper'))
    if (!/\S/.test(empty.textContent ?? '')) empty.remove();
}

/** What stands in the text for an item: its list, or the box of that. */
const placeOf = (item: Element): Element => item.closest('.ListContainerWrapper') ?? item.parentElement ?? item;

const BULLET = /^[\s\u00a0]*[•·●▪◦‣][\s\u00a0]*/;

/** Paragraphs that begin with a bullet, as a person types them. */
function makeBulletLists(root: ParentNode): void {
  const run: Item[] = [];
  for (const element of root.querySelectorAll('p')) {
    const isItem = BULLET.test(element.textContent ?? '') && !element.closest('li');
    if (!isItem || run.at(-1)?.element !== element.previousElementSibling) nestBullets(run.splice(0));
    if (isItem) run.push({ element, list: '', level: 1, isOrdered: false });
  }
  nestBullets(run);
}

function nestBullets(run: Item[]): void {
  if (run.length < 2) return;
  for (const { element } of run) {
    const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!/[^\s\u00a0]/.test(text.data)) continue;
      text.data = text.data.replace(BULLET, '');
      break;
    }
  }
  nest(run);
}

/** Puts items that follow one another into lists, by their level. */
function nest(items: readonly Item[]): void {
  let open: { level: number; list: Element; of: string; isOrdered: boolean }[] = [];
  for (const { element, list: of, level, isOrdered } of items) {
    open = open.filter((one) => one.level <= level);
    const last = open.at(-1);
    if (last?.level === level && (last.isOrdered !== isOrdered || last.of !== of)) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = madeOf(element, isOrdered ? 'ol' : 'ul', []);
      const parent = open.at(-1)?.list.lastElementChild;
      const outermost = last ? outerOf(last.list) : null;
      if (parent) parent.append(list);
      else if (outermost) outermost.after(list);
      else (element.localName === 'li' ? placeOf(element) : element).before(list);
      open.push({ level, list, of, isOrdered });
    }
    open.at(-1)?.list.append(madeOf(element, 'li', [...element.childNodes]));
    const place = element.localName === 'li' ? element.parentElement : null;
    element.remove();
    if (place && place.childElementCount === 0) place.remove();
  }
}

/** The list that a list is in, and so on. */
function outerOf(list: Element): Element {
  const outer = list.parentElement?.closest('ul, ol');
  return outer ? outerOf(outer) : list;
}

export function madeOf(near: Element, tag: string, content: readonly Node[]): Element {
  const made = near.ownerDocument.createElement(tag);
  made.append(...content);
  return made;
}
