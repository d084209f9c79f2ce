import type { Severity } from '../calendar/alert-severities.ts';
import type { Topic } from '../sections.ts';

/** A message to a device: JSON of at most `PUSH_MESSAGE_MAX` bytes. Longer texts are cut at a word. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of a page of the portal. */
  url: string;
  /** A message with the same tag replaces the one before it. */
  tag: string;
  topic: Topic | typeof ANSWERS;
  /**
   * What is said of zones: a device whose person has chosen one shows what is about it in the place of `body`, which
   * has all in short. The portal does not know who lives where.
   */
  parts?: MessagePart[];
  /** The zones that the town has; with any other a device shows `body`. */
  zones?: string[];
  /** Of an alert. */
  severity?: Severity;
  /** When it is no longer worth showing (ISO 8601). */
  expires?: string;
  /** When it was made (ISO 8601). */
  at: string;
}

export interface MessagePart {
  text: string;
  /** Which it is about; none for the whole town. */
  zones: string[];
  /** It was in the message that this one replaces. */
  isOld?: true;
}

/** In the place of a topic: an answer to a ticket, of which only its author is told. */
export const ANSWERS = 'reclamos';

/** The tag of the messages about an alert. */
export const alertTag = (id: string) => `alert-${id}`;

/** Maximum size of a message in bytes, so that it fits in 4,096 when it is encrypted. */
export const PUSH_MESSAGE_MAX = 3500;
