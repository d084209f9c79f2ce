import { createHash } from 'node:crypto';
import { minifySync, parseSync } from 'vite';
import type { MinifyOptions, Plugin } from 'vite';

// Gives the variables of built code short names that stay the same from release to release. A minifier names variables
// by how often each is used in a file, so a changed line gives others new names all over it, and a device that has the
// earlier file (api/http/cache/dictionaries.ts) fetches these too. Here a name depends on as little as possible:
//
// - In a module, and where a scope has many variables, a name depends on what the source calls the variable.
// - Elsewhere it depends on the variable's place in its function: `e` is the first parameter.

/**
 * Has the code of the browser's build named so, and what `isExcepted` names as the minifier does it: code that changes
 * with its version only, or that few load.
 */
export function stableNames({ isExcepted = () => false }: { isExcepted?: (file: string) => boolean } = {}): Plugin {
  return {
    name: 'stable-names',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({ build: { rolldownOptions: { output: { minify: false, comments: { annotation: true } } } } }),
    renderChunk: {
      order: 'post',
      handler: (code, { fileName }) =>
        isExcepted(fileName)
          ? minified(code, { compress: TARGET, mangle: MANGLED })
          : named(minified(code, { compress: TARGET })),
    },
  };
}

const TARGET = { target: 'es2022' };
const MANGLED = { toplevel: true };

/**
 * Names the variables of a module.
 * @param code as the minifier leaves it, without comments, and with the names of the source
 * @throws Error if the result were not the same program
 */
export function named(code: string): string {
  const top = scopesOf(code);
  name(top, namesNobodyDeclares(top));
  const result = written(code, top);
  // A minifier's names depend only on which names are the same variable, and never hide one that is used. So where it
  // makes the same text of both, both are the same program.
  if (minified(result, { mangle: MANGLED }) !== minified(code, { mangle: MANGLED }))
    throw new Error(`Two variables got the same name: ${code.slice(0, 200)}`);
  return result;
}

function minified(code: string, options: Pick<MinifyOptions, 'compress' | 'mangle'>): string {
  const all = { module: true, compress: false, mangle: false, codegen: { removeWhitespace: true }, ...options };
  const { code: result, errors } = minifySync('chunk.js', code, all);
  if (errors[0]) throw new Error(errors[0].message);
  return result;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Where a name stands in the code; the text is that of the name. */
interface Place {
  name: string;
  start: number;
  end: number;
  /** What a name stands for that is also that of a property, of an import or of an export. */
  is: 'alone' | 'property' | 'import' | 'export';
}

interface Variable {
  source: string;
  name: string;
  places: Place[];
}

interface Scope {
  parent: Scope | null;
  children: Scope[];
  /** In the order in which they are declared. */
  variables: Map<string, Variable>;
  /** What is named here and not in a scope within. */
  places: Place[];
  /** Variables of scopes around this one that are named here or within. */
  outer: Set<Variable>;
}

/** Reads a module, and finds of each name which variable it is. */
function scopesOf(code: string): Scope {
  const { program, errors } = parseSync('chunk.js', code, { sourceType: 'module' });
  if (errors[0]) throw new Error(errors[0].message);
  const top = newScope(null);
  const body = (program as unknown as { body: Node[] }).body;
  enter(body, top, top);
  walkAll(body, top);
  return top;
}

function newScope(parent: Scope | null): Scope {
  const scope: Scope = { parent, children: [], variables: new Map(), places: [], outer: new Set() };
  parent?.children.push(scope);
  return scope;
}

/** Declares what stands in a block, and in a function's body also what `var` declares further within. */
function enter(statements: Node[], scope: Scope, body?: Scope): void {
  if (body) hoist(statements, body);
  for (const one of statements) {
    if (one.type === 'VariableDeclaration' && one.kind !== 'var') declareAll(one, scope);
    if (one.type === 'FunctionDeclaration' || one.type === 'ClassDeclaration') declare(one.id, scope);
    if (one.type === 'ImportDeclaration') for (const { local } of nodesIn(one.specifiers)) declare(local, scope);
  }
}

function hoist(value: unknown, body: Scope): void {
  for (const one of nodesIn(value)) {
    if (/Function|Class/.test(one.type)) continue;
    if (one.type === 'VariableDeclaration' && one.kind === 'var') declareAll(one, body);
    for (const part of Object.values(one)) hoist(part, body);
  }
}

function declareAll({ declarations }: Node, scope: Scope): void {
  for (const { id } of nodesIn(declarations)) declare(id, scope);
}

/** Declares the names of a pattern. */
function declare(pattern: unknown, scope: Scope): void {
  for (const one of nodesIn(pattern)) {
    if (one.type === 'Identifier') {
      const source = String(one.name);
      if (!scope.variables.has(source)) scope.variables.set(source, { source, name: source, places: [] });
    }
    for (const part of [one.elements, one.properties, one.left, one.argument]) declare(part, scope);
    if (one.type === 'Property') declare(one.value, scope);
  }
}

function walkAll(value: unknown, scope: Scope): void {
  for (const one of nodesIn(value)) walk(one, scope);
}

function walk(node: Node, scope: Scope): void {
  const see = (id: unknown, at = scope, is: Place['is'] = 'alone') => {
    for (const { name, start, end } of nodesIn(id)) at.places.push({ name: String(name), start, end, is });
  };
  switch (node.type) {
    case 'Identifier':
      return see(node);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const within = newScope(scope);
      if (node.type === 'FunctionExpression') declare(node.id, within);
      see(node.id, node.type === 'FunctionExpression' ? within : scope);
      declare(node.params, within);
      return walkBody([...nodesIn(node.params), ...statementsOf(node.body)], within);
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const within = node.type === 'ClassExpression' ? newScope(scope) : scope;
      if (node.type === 'ClassExpression') declare(node.id, within);
      see(node.id, within);
      return walkAll([node.superClass, node.body], within);
    }
    case 'StaticBlock':
      return walkBody(nodesIn(node.body), newScope(scope));
    case 'BlockStatement':
      return walkBlock(nodesIn(node.body), scope);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      return walkBlock(nodesIn([node.init, node.left, node.test, node.update, node.right, node.body]), scope);
    case 'SwitchStatement': {
      walkAll(node.discriminant, scope);
      const cases = nodesIn(node.cases);
      const within = newScope(scope);
      enter(
        cases.flatMap(({ consequent }) => nodesIn(consequent)),
        within,
      );
      return walkAll(
        cases.flatMap(({ test, consequent }) => [...nodesIn(test), ...nodesIn(consequent)]),
        within,
      );
    }
    case 'CatchClause': {
      const within = newScope(scope);
      declare(node.param, within);
      enter(statementsOf(node.body), within);
      return walkAll([node.param, ...statementsOf(node.body)], within);
    }
    case 'MemberExpression':
      return walkAll([node.object, node.computed === true && node.property], scope);
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return walkAll([node.computed === true && node.key, node.value], scope);
    case 'Property': {
      if (node.shorthand !== true) return walkAll([node.computed === true && node.key, node.value], scope);
      const [value] = nodesIn(node.value);
      see(value?.type === 'AssignmentPattern' ? value.left : value, scope, 'property');
      return walkAll(value?.right, scope);
    }
    case 'ImportSpecifier':
      return see(node.local, scope, isOne(node.imported, node.local) ? 'import' : 'alone');
    case 'ExportSpecifier':
      return see(node.local, scope, isOne(node.local, node.exported) ? 'export' : 'alone');
    case 'ExportNamedDeclaration':
      // A bundler names what it exports at the end of a chunk.
      if (node.declaration) throw new Error('What is exported where it is declared has no other name');
      return node.source ? undefined : walkAll(node.specifiers, scope);
    case 'LabeledStatement':
      return walkAll(node.body, scope);
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return undefined;
    default:
      return walkAll(Object.values(node), scope);
  }
}

function walkBody(parts: Node[], within: Scope): void {
  enter(parts, within, within);
  walkAll(parts, within);
}

function walkBlock(parts: Node[], scope: Scope): void {
  const within = newScope(scope);
  enter(parts, within);
  walkAll(parts, within);
}

/** The statements of a function's body, or the expression that an arrow returns. */
const statementsOf = (body: unknown): Node[] =>
  nodesIn(body).flatMap((one) => (one.type === 'BlockStatement' ? nodesIn(one.body) : [one]));

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Whether `{ a }` stands for `{ a as a }`. */
const isOne = (one: unknown, other: unknown) => nodesIn(one)[0]?.start === nodesIn(other)[0]?.start;

/** Tells every variable where it is named. Returns the names that are not of the module. */
function namesNobodyDeclares(scope: Scope, found = new Set<string>()): Set<string> {
  for (const place of scope.places) {
    let home: Scope | null = scope;
    while (home && !home.variables.has(place.name)) home = home.parent;
    const variable = home?.variables.get(place.name);
    if (variable === undefined) {
      found.add(place.name);
      continue;
    }
    variable.places.push(place);
    for (let at: Scope | null = scope; at && at !== home; at = at.parent) at.outer.add(variable);
  }
  for (const child of scope.children) namesNobodyDeclares(child, found);
  return found;
}

const FIRST = 'etnrioaslcudphmfgvybwxkjqzETNRIOASLCUDPHMFGVYBWXKJQZ_$';
const ONE = [...FIRST];
const TWO = ONE.flatMap((first) => [...`${FIRST}0123456789`].map((second) => first + second));
/** The shortest first; no word of the language. */
const NAMES = [...ONE, ...TWO].filter((one) => !['as', 'do', 'if', 'in', 'is', 'of'].includes(one));
/** Number of variables from which on a function's scope is named like a module's. */
const MANY = 55;

/** Names the variables of a scope and of those within. */
function name(scope: Scope, reserved: ReadonlySet<string>): void {
  const taken = new Set([...reserved, ...[...scope.outer].map((variable) => variable.name)]);
  const variables = [...scope.variables.values()];
  if (scope.parent === null || variables.length >= MANY) nameBySource(variables, taken);
  else nameByPlace(variables, taken);
  for (const child of scope.children) name(child, reserved);
}

function nameByPlace(variables: Variable[], taken: ReadonlySet<string>): void {
  const free = NAMES.filter((one) => !taken.has(one));
  for (const [place, variable] of variables.entries()) variable.name = free[place] ?? missing();
}

/** As few names as serve the number of variables, because fewer letters are compressed better. */
function nameBySource(variables: Variable[], taken: Set<string>): void {
  const count = Math.min(NAMES.length, 2 ** Math.ceil(Math.log2(variables.length * 1.1)));
  const digests = variables.map((variable) => ({
    variable,
    digest: createHash('sha256').update(variable.source).digest(),
  }));
  // Which of two with the same digits comes first must not depend on their place in the code.
  digests.sort((one, other) => Buffer.compare(one.digest, other.digest));
  for (const { variable, digest } of digests) {
    const wanted = Array.from({ length: 16 }, (_, place) => NAMES[digest.readUInt16BE(2 * place) % count] ?? '');
    variable.name = [...wanted, ...NAMES].find((one) => !taken.has(one)) ?? missing();
    taken.add(variable.name);
  }
}

function missing(): never {
  throw new Error('There are more variables in a scope than names');
}

/** Writes the code with the names of its variables. */
function written(code: string, top: Scope): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const collect = (scope: Scope) => {
    for (const { source, name: given, places } of scope.variables.values())
      for (const { start, end, is } of places) edits.push({ start, end, text: WRITTEN[is](source, given) });
    scope.children.forEach(collect);
  };
  collect(top);
  edits.sort((one, other) => one.start - other.start);
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

const WRITTEN: Record<Place['is'], (source: string, given: string) => string> = {
  alone: (_, given) => given,
  property: (source, given) => (source === given ? given : `${source}:${given}`),
  import: (source, given) => (source === given ? given : `${source} as ${given}`),
  export: (source, given) => (source === given ? given : `${given} as ${source}`),
};
