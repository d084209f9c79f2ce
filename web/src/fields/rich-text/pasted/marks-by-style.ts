/**
 * Makes tags of what another program says with styles, in place: Google Docs writes bold words as `font-weight: 700`,
 * and puts everything into a `<b>` that is not bold; Excel and LibreOffice write styles by class.
 * @param root of a document that is not shown
 * @param sheet the text of its style sheets
 */
export function markByStyle(root: ParentNode, sheet = ''): void {
  const byClass = stylesByClass(sheet);
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const given = [...element.classList].map((name) => byClass.get(name.toLowerCase()) ?? '').join(';');
    const style = `${given};${element.getAttribute('style') ?? ''}`;
    for (const { property, tags, isOn, isOff } of MARKS) {
      const value = valueOf(style, property);
      if (value === null) continue;
      if (isOff.test(value) && element.matches(tags)) element.replaceWith(...element.childNodes);
      else if (isOn.test(value) && !element.closest(`${tags}, h1, h2, h3, h4, h5, h6`)) wrap(element, tags);
    }
  }
}

const MARKS = [
  {
    property: 'font-weight',
    tags: 'strong, b',
    isOn: /^(?:bold|bolder|[6-9]00)$/,
    isOff: /^(?:normal|lighter|[1-5]00)$/,
  },
  { property: 'font-style', tags: 'em, i', isOn: /^(?:italic|oblique)/, isOff: /^normal$/ },
  { property: 'text-decoration', tags: 'del, s, strike', isOn: /line-through/, isOff: /^none$/ },
] as const;

/** Wraps the content of an element in the first of some tags; in a block, what is in its innermost blocks. */
function wrap(element: Element, tags: string): void {
  const inner = element.querySelectorAll(BLOCKS);
  const [tag = ''] = tags.split(',');
  for (const place of inner.length > 0 ? inner : [element]) {
    if (place.querySelector(BLOCKS) || !/\S/.test(place.textContent ?? '')) continue;
    const mark = element.ownerDocument.createElement(tag);
    mark.append(...place.childNodes);
    place.append(mark);
  }
}
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, table, tr, td, th, blockquote';

/** Returns the last value of a property, in lower case; null if there is none. */
export function valueOf(style: string, property: string): string | null {
  const values = [...style.matchAll(new RegExp(`(?:^|;)\\s*${property}(?:-line)?\\s*:\\s*([^;]*)`, 'gi'))];
  return (
    values
      .at(-1)?.[1]
      ?.replace(/!important/i, '')
      .trim()
      .toLowerCase() ?? null
  );
}

/** What a style sheet says of each class, by its name in lower case. */
function stylesByClass(sheet: string): ReadonlyMap<string, string> {
  const styles = new Map<string, string>();
  for (const rule of sheet.split('}')) {
    const [selectors = '', style = ''] = rule.split('{');
    for (const selector of selectors.split(',')) {
      const name = /^[a-z]*\.([\w-]+)$/i.exec(selector.trim())?.[1]?.toLowerCase();
      if (name) styles.set(name, `${styles.get(name) ?? ''};${style}`);
    }
  }
  return styles;
}
