import Builder from 'fast-xml-builder';

/**
 * An element's content: `@name` an attribute, `#` its text, any other name its children; what is undefined is left out.
 */
type XmlContent = string | number | undefined | XmlElement | readonly XmlContent[];
export interface XmlElement {
  [name: string]: XmlContent;
}

/** Characters that XML 1.0 (section 2.2) allows in no form, not even as references. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const allowed = (text: unknown) => String(text).replace(FORBIDDEN, '\ufffd');

const builder = new Builder({
  attributeNamePrefix: '@',
  textNodeName: '#',
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  tagValueProcessor: (_name, text) => allowed(text),
  attributeValueProcessor: (_name, text) => allowed(text),
});

/** Writes an XML document with the given root element. Any text is allowed as a value. */
export function xmlDocument(name: string, root: XmlElement): string {
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, [name]: root });
}
