import { describe, expect, test } from 'vitest';
import { openStyles } from '../../../api/http/used-styles.ts';

const BODY = '<main><p class="lead wide">Agua</p><svg class="icon"><path d="M0 0"></path></svg></main>';
const used = (css: string, body = BODY) => openStyles({ one: css })(body).one;

describe('of a style sheet, a document contains', () => {
  test('rules whose classes and elements it has, without the selectors that it cannot match', () => {
    expect(used('.lead{color:red}.tile{color:blue}')).toBe('.lead{color:red}');
    expect(used('.tile,p.wide,table{margin:0;padding:1px}')).toBe('p.wide{margin:0;padding:1px}');
    expect(used('main>.lead:first-child{top:0}main>.tile{top:1px}')).toBe('main>.lead:first-child{top:0}');
    expect(used('svg path{fill:red}svg circle{fill:blue}')).toBe('svg path{fill:red}');
  });

  test('rules that depend on states, attributes or what is absent', () => {
    for (const css of [
      ':root{--a:1}',
      '*{margin:0}',
      'p:hover{color:red}',
      '::selection{color:red}',
      '[hidden]{display:none}',
      '.lead:not(.tile){color:red}',
      'main:has(.tile){color:red}',
      'body{margin:0}',
      'html:not(.ready,.startable) .lead{color:red}',
      '.starting body:after{content:""}',
      'p:before{content:".tile{}"}',
    ])
      expect([css, used(css)]).toEqual([css, css]);
  });

  test('one of several alternatives only if it has one of them', () => {
    expect(used(':is(.tile,.lead) :is(b,i){top:0}')).toBe('');
    expect(used(':is(.tile,main) :is(b,p){top:0}')).toBe(':is(.tile,main) :is(b,p){top:0}');
  });

  test('conditions around what is left in them, and all layers in their order', () => {
    expect(used('@media print{.tile{top:0}p{top:1px}}@media print{.tile{top:0}}')).toBe('@media print{p{top:1px}}');
    expect(used('@layer a{.tile{top:0}}@layer b{p{top:0}}@layer c;')).toBe('@layer a;@layer b{p{top:0}}@layer c;');
    expect(used('@supports (top:1px){@media print{.tile{top:0}}}')).toBe('');
    expect(used('@keyframes turn{0%{top:0}to{top:1px}}')).toBe('@keyframes turn{0%{top:0}to{top:1px}}');
  });

  test('whole, what describes a sheet of paper or a font', () => {
    for (const css of [
      '@page{size:a4;margin:1cm}',
      '@page :first{margin:0;@bottom-left{content:"1"}}',
      '@font-face{font-family:a;src:url(a.woff2)}',
    ])
      expect(used(css)).toBe(css);
    expect(used('@media print{@page{size:a4;margin:1cm}.tile{top:0}}')).toBe('@media print{@page{size:a4;margin:1cm}}');
  });
});

test('without a document everything is returned', () => {
  expect(openStyles({ one: '.tile{top:0}', two: 'b{top:0}' })()).toEqual({ one: '.tile{top:0}', two: 'b{top:0}' });
});
