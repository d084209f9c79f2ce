import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import type { XmlElement } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { xmlDocument } from '../../../api/http/xml.ts';

/** Reads a document with libxml2. @throws what is not well-formed */
function read<T>(xml: string, look: (root: XmlElement) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return look(document.root);
  } finally {
    document.dispose();
  }
}

test.for(['a & b < c > d', ']]>', '<![CDATA[x]]>', '"\'', '&amp; &lt;p&gt;', '🧉 ñandú', 'true', '0', ''])(
  'text and attributes are read as they were written: %s',
  (text) => {
    const xml = xmlDocument('a', { '@at': text, b: [{ '@at': text, '#': text }, text] });
    const [at, inner] = read(xml, (root) => [root.attr('at')?.value, root.find('b').map((node) => node.content)]) as [
      string,
      string[],
    ];
    expect([at, inner]).toEqual([text, [text, text]]);
  },
);

/** Char of XML 1.0, section 2.2. */
function isAllowed(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x20) return [0x9, 0xa, 0xd].includes(code);
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}

test('any text gives a well-formed document; what XML does not allow is replaced', () => {
  const text = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(text, (any) => {
      const content = read(xmlDocument('a', { '@at': any, b: any }), (root) => root.get('b')?.content);
      const kept = Array.from(any, (sign) => (isAllowed(sign) ? sign : '\ufffd')).join('');
      // Parsers turn every line break into \n.
      expect(content).toBe(kept.replace(/\r\n?/g, '\n'));
    }),
  );
});

test('what is undefined is left out', () => {
  expect(xmlDocument('a', { '@b': undefined, c: undefined, d: [] })).toBe('<?xml version="1.0" encoding="UTF-8"?><a/>');
});
