/** Rules of the portal's own for oxlint (an ESLint plugin). */
import { downwards } from './floors.mjs';

const TABLE = 'A table in which any text may be looked up is a Map.';
const ASSERTED = 'A key that is only asserted may be any text: check it with a type guard (Object.hasOwn).';
const IN = '`in` also finds what every object inherits: use Object.hasOwn.';

const bare = (node) =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'].includes(node?.type)
    ? bare(node.expression)
    : node;
const isObject = (node) => bare(node)?.type === 'ObjectExpression';
const isTopLevel = ({ parent }) => parent.parent.type === 'Program' || parent.parent.type === 'ExportNamedDeclaration';

/** Is a type that of objects with keys of any text: `Record<string, …>`, `{ [key: string]: … }`, or a part of one? */
function isOpen(type) {
  if (type?.type === 'TSTypeLiteral') return type.members.some((one) => one.type === 'TSIndexSignature');
  if (type?.type !== 'TSTypeReference') return false;
  const [first] = type.typeArguments?.params ?? [];
  const { name } = type.typeName;
  return name === 'Record' ? first?.type === 'TSStringKeyword' : OF_OTHERS.has(name) && isOpen(first);
}
const OF_OTHERS = new Set(['Partial', 'Readonly', 'Required']);

/**
 * A text from outside may be `constructor` or `__proto__`, which every ordinary object answers to. `tsc` refuses to
 * look up a text in an object that is not declared to have keys of any text, so what is left is how such objects come
 * to be, and how their keys are asserted.
 */
const ownKeys = {
  create: (context) => ({
    VariableDeclarator(node) {
      if (!isOpen(node.id.typeAnnotation?.typeAnnotation) || !isObject(node.init) || !isTopLevel(node)) return;
      context.report({ node: node.init, message: TABLE });
    },
    MemberExpression({ object, property, computed }) {
      if (!computed) return;
      if (isObject(object)) context.report({ node: object, message: TABLE });
      if (property.type === 'TSAsExpression') context.report({ node: property, message: ASSERTED });
    },
    BinaryExpression({ operator, left }) {
      if (operator !== 'in' || left.type === 'Literal' || left.type === 'PrivateIdentifier') return;
      context.report({ node: left, message: IN });
    },
  }),
};

/** A redirect whose address is made in another way could lead to another site. */
const ownLocation = {
  create: (context) => ({
    Property({ key, value, parent }) {
      if (
        parent.type !== 'ObjectExpression' ||
        !/^location$/i.test(key.name ?? key.value) ||
        value.callee?.name === 'ownLocation'
      )
        return;
      context.report({ node: value, message: LOCATION });
    },
    CallExpression({ callee, arguments: [name] }) {
      const method = callee.property?.name;
      const isHeader = /^(set|setHeader|appendHeader)$/.test(method) && /^location$/i.test(name?.value ?? '');
      if (method === 'redirect' || method === 'location' || isHeader)
        context.report({ node: callee, message: LOCATION });
    },
  }),
};
const LOCATION = 'The Location of a redirect is made by ownLocation alone.';

export default {
  meta: { name: 'portal' },
  rules: { downwards, 'own-keys': ownKeys, 'own-location': ownLocation },
};
