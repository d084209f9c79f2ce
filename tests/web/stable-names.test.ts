import { expect, test } from 'vitest';
import { minifySync } from 'vite';
import { named } from '../../scripts/stable-names.ts';

/** Variables in every place of the language that can name one, as a bundler leaves them: exported at the end. */
const MODULE = `
import { default as fixed, sep as divider, join } from 'node:path';
import * as everything from 'node:os';
const text = 'text', list = [1, 2, 3], { a: first, b = 2, ...others } = { a: text, c: list }, [head, , tail = head] = list;
function total(numbers, start = numbers.length, ...more) { let sum = start; for (const one of numbers) sum += one; return sum + more.length; }
var hoisted = (() => { if (list.length) { var inner = total(list); } return inner; })();
const closures = []; for (let place = 0; place < 3; place++) closures.push(() => place);
for (const key in { text, first }) closures.push(() => key);
const named = function factorial(n) { return n < 2 ? 1 : n * factorial(n - 1); };
class Shape { static #made = 0; static { const start = 4; Shape.#made = start; } size = list.length; [text + 'Key']() { return this.size; } static get made() { return Shape.#made; } }
const Square = class Inner extends Shape { copy() { return new Inner(); } side(first = () => text) { return first(); } };
let caught; try { throw { text: 'thrown', deep: [first] }; } catch ({ text, deep: [one] }) { caught = text + one; } finally { list.push(4); }
try { missing; } catch { caught += '!'; }
outer: for (const text of list) { for (const head of list) { if (head > text) continue outer; if (text > 2) break outer; } }
switch (first) { case text: { let first = 'in a block'; caught += first; } default: let last = 'last'; caught += last; function late() { return last; } caught += late(); }
const pick = ({ text, b: { c: deep = 5 } = {} }, [x, y = x] = [1]) => ({ text, deep, x, y, total: total([x]), ['in' + text]: b });
const greet = (one) => \`\${one} \${((one) => one + text)(one)}\`, tagged = String.raw\`\${tail}\`;
let assigned, swap = 1; ({ text: assigned, swap = 7 } = { text }); [assigned, swap] = [swap, assigned];
const all = JSON.stringify([fixed.sep, divider, join('a', 'b'), typeof everything.cpus, first, b, others, head, tail,
  hoisted, closures.map((one) => one()), named(5), new Shape().textKey(), Shape.made, new Square().copy().side(), caught,
  pick({ text: 'picked' }), greet('hello'), tagged, assigned, swap, typeof undeclared]);
export { all, first, total as sum, hoisted as default, Shape };
`;
const run = async (code: string) =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { all: string }).all;

test('a module with other names of its variables does the same, and exports the same', async () => {
  const result = named(MODULE);
  expect(await run(result)).toBe(await run(MODULE));
  const exported = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<object>;
  expect(Object.keys(await exported(result))).toEqual(Object.keys(await exported(MODULE)));
  for (const name of ['divider', 'hoisted', 'numbers', 'closures', 'factorial', 'Inner', 'caught'])
    expect(result).not.toMatch(new RegExp(`(?<!['.])\\b${name}\\b(?!:| as)`));
});

test('a module exports nothing where it declares it, because that has to keep its name', () => {
  expect(() => named('export const text=1;')).toThrow('exported where it is declared');
});

/** A module of many functions, each of which uses some of the others and shared variables. */
function release(change: (line: string, place: number) => string): string {
  const lines = Array.from({ length: 300 }, (_, place) => {
    const [one, other] = [(place * 7) % 300, (place * 13 + 5) % 300];
    const body = `const result=options.f${one % 9}+shared${place % 20};return result>${place}?work${one}(input,result):work${other}`;
    return change(`function work${place}(input,options){${body}(result,options)}`, place);
  });
  const shared = Array.from({ length: 20 }, (_, place) => `let shared${place}=${place};`);
  return `${shared.join('')}${lines.join('')}export{work0 as start,work7 as again};`;
}

test('a function that is new changes few names elsewhere', () => {
  const earlier = release((line) => line);
  const later = release((line, place) =>
    place === 150
      ? `function addition(input){const many=[shared3,shared3,work9,work9,work9,work9];return many.concat(input)}${line}`
      : line.replace('work0(', 'addition('),
  );
  const changed = (naming: (code: string) => string) => {
    const known = new Set(naming(earlier).split('function '));
    return naming(later)
      .split('function ')
      .filter((one) => !known.has(one)).length;
  };
  // Among them the new one and those that call it.
  expect(changed(named)).toBeLessThanOrEqual(20);
  expect(changed((code) => minifySync('a.js', code, { module: true, compress: false }).code)).toBeGreaterThan(100);
});
