import { XMLParser } from 'fast-xml-parser';

/** What an element contains: its text, or its children; of several of one name, a list. */
type XmlNode = string | XmlBranch | readonly XmlNode[];
interface XmlBranch {
  [name: string]: XmlNode | undefined;
}

/**
 * Attributes and prefixes of names are left out, numbers stay text, and an element within thirty others is an error.
 * Of entities there are only those of XML itself: documents that declare any are refused before.
 */
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 30,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 1_000_000 },
  htmlEntities: true,
});

/**
 * Reads an XML document that somebody else has written.
 * @returns its root as an element that contains one child
 * @throws Error when it is not well formed, or declares a type of document: that is how files are read from outside
 *   (XXE) and how a few bytes become gigabytes
 */
export function readXml(text: string): XmlElement {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error('declares a type of document');
  return new XmlElement(parser.parse(text, true) as XmlNode);
}

/** An element of a document that was read. What it lacks is empty: nothing that is asked for need be there. */
export class XmlElement {
  private readonly node: XmlNode | undefined;
  constructor(node: XmlNode | undefined) {
    this.node = node;
  }
  /** The children of a name. */
  all(name: string): XmlElement[] {
    const found = this.branch()?.[name];
    if (found === undefined) return [];
    return (Array.isArray(found) ? found : [found]).map((one) => new XmlElement(one as XmlNode));
  }
  /** The first child of a name. */
  one(name: string): XmlElement {
    return this.all(name)[0] ?? new XmlElement(undefined);
  }
  get isThere(): boolean {
    return this.node !== undefined;
  }
  /** Its text, without spaces around it; '' if it has none. */
  get text(): string {
    const text = typeof this.node === 'string' ? this.node : this.branch()?.['#text'];
    return typeof text === 'string' ? text.trim() : '';
  }
  private branch(): XmlBranch | undefined {
    const { node } = this;
    return typeof node === 'object' && !Array.isArray(node) ? (node as XmlBranch) : undefined;
  }
}
