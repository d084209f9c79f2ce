import postcss from 'postcss';
import type { ChildNode, Container, Root } from 'postcss';
import parseSelectors from 'postcss-selector-parser';
import type { Selector } from 'postcss-selector-parser';

/** Names of elements, and of classes with a dot before them. */
type Names = ReadonlySet<string>;

/** What every document has around its body, and what its scripts add before the application has started. */
const ALWAYS = ['html', 'body', '.starting', '.startable', '.ready', '.near', '.held'];

/**
 * Prepares style sheets, by name, for finding the part of each that a document uses. A selector is used if the document
 * has all its classes and elements; states, attributes and what `:not()` and `:has()` contain do not count.
 * @returns a function of the document's body that returns the parts it uses; without a body, everything
 * @throws CssSyntaxError if a sheet cannot be parsed
 */
export function openStyles(sheets: Record<string, string>): (body?: string) => Record<string, string> {
  const parsed = Object.entries(sheets).map(([name, css]) => ({ name, parts: partsOf(postcss.parse(css)) }));
  return (body) => {
    if (body === undefined) return sheets;
    const present = namesIn(body);
    return Object.fromEntries(parsed.map(({ name, parts }) => [name, parts.map((part) => part(present)).join('')]));
  };
}

function namesIn(html: string): Names {
  const names = new Set(ALWAYS);
  for (const [, element = '', attributes = ''] of html.matchAll(/<([a-z][\w-]*)([^>]*)/gi)) {
    names.add(element.toLowerCase());
    const [, classes = ''] = / class="([^"]*)"/.exec(attributes) ?? [];
    for (const name of classes.split(' ')) names.add(`.${name}`);
  }
  return names;
}

type Part = (present: Names) => string;

/** At-rules that contain rules; any other, such as `@page`, is left as it is. */
const AROUND_RULES = /^(?:container|layer|media|supports)$/;

function partsOf(container: Root | Container): Part[] {
  return (container.nodes ?? []).map(partOf);
}

function partOf(node: ChildNode): Part {
  if (node.type === 'rule') {
    const selectors = parseSelectors().astSync(node.selector).nodes;
    const body = `{${node.nodes.join(';')}}`;
    return (present) => {
      const used = selectors.filter((one) => isUsed(one, present));
      return used.length > 0 ? used.join(',') + body : '';
    };
  }
  if (node.type !== 'atrule' || !node.nodes || !AROUND_RULES.test(node.name)) {
    const text = node.type === 'comment' ? '' : `${node}${node.type === 'atrule' && !node.nodes ? ';' : ''}`;
    return () => text;
  }
  const head = `@${node.name} ${node.params}`;
  const parts = partsOf(node);
  return (present) => {
    const inside = parts.map((part) => part(present)).join('');
    // The order of layers is that in which they are first named.
    if (inside === '' && node.name === 'layer') return `${head};`;
    return inside === '' ? '' : `${head}{${inside}}`;
  };
}

function isUsed(selector: Selector, present: Names): boolean {
  return selector.nodes.every((node) => {
    if (node.type === 'class') return present.has(`.${node.value}`);
    if (node.type === 'tag') return present.has(node.value.toLowerCase());
    if (node.type === 'pseudo' && /^:(?:is|where)$/.test(node.value)) {
      return node.nodes.some((one) => isUsed(one, present));
    }
    return true;
  });
}
