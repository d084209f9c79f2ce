import { meets } from './area.ts';
import { capMessage } from './cap.ts';
import type { Asked, Read, SaidMessage } from './reading.ts';
import { listedItems } from './rss.ts';
import { readXml } from './xml-reading.ts';

/** Warnings of a message that are kept: one follows another in time. */
const KEPT = 5;

const ENCODINGS = new Set(['utf-8', 'iso-8859-1', 'windows-1252']);

function textOf({ bytes, encoding }: Asked): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = (encoding || (/^<\?xml[^>]*encoding=["']([^"']+)/.exec(start)?.[1] ?? '')).toLowerCase();
  return new TextDecoder(ENCODINGS.has(named) ? named : 'utf-8').decode(bytes);
}

/** Reads a document that a weather service has written. @throws Error when it is not what was asked for */
export function readDocument(asked: Asked): Read {
  const document = readXml(textOf(asked));
  if (asked.as === 'list') {
    const items = listedItems(document, asked.feed);
    if (items === null) throw new Error('is no list of warnings');
    return items;
  }
  const message = capMessage(document, asked.feed);
  if (message === null) return null;
  const { warnings, ...rest } = message;
  const here = warnings.filter(({ areas }) => areas.some((area) => meets(area, asked.place)));
  return { ...rest, warnings: here.slice(0, KEPT).map(({ warning }) => warning) } satisfies SaidMessage;
}
