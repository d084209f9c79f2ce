import { expect, test } from 'vitest';
import { backTo } from '../../../web/src/public/login.tsx';

const SITE = 'https://portal.example';
/** Where the log-in leads that was asked to lead there, as a browser reads it. */
const after = (asked: string) => new URL(backTo(asked), `${SITE}/login`);

test.for([
  'javascript:alert(1)', '//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example', '\\\\evil.example', '///evil.example', 'https://evil.example', 'http:evil.example', 'https:/evil.example',
  '/admin\\..\\..//evil.example', '/./\\evil.example', 'data:text/html,x', 'blob:https://evil.example/x', 'evil.example', '@evil.example', '.evil.example', ':443', '?x', '#x', '',
])('an address like %j leads to the back office, and to no other site', (asked) => {
  expect(after(asked).href).toBe(`${SITE}/admin`);
});

test('a page of this site is where the log-in leads, with its query', () => {
  for (const asked of ['/admin/noticia/abc?vista=previa#x', '/admin', '/', '/.//evil.example', '/noticias//evil.example', '/%2f%2fevil.example', '/@evil.example']) {
    const { origin, href } = after(asked);
    expect([asked, origin]).toEqual([asked, SITE]);
    expect(href).not.toContain('://evil');
  }
});
