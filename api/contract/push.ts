import { pages } from './addresses/pages.ts';
import type { Severity } from './alerts.ts';

/** The topics of notifications. Without zod, because residents load this. */
export const TOPICS = ['alertas', 'boletin', 'agenda', 'noticias'] as const;
export type Topic = (typeof TOPICS)[number];

/** The page of a topic's section; the topic is shown under the section's name. */
export const sectionOf = (topic: Topic): string => SECTIONS[topic];
const SECTIONS: Record<Topic, string> = {
  alertas: pages.alerts(),
  boletin: pages.bulletins(),
  agenda: pages.agenda(),
  noticias: pages.stories(),
};

/** A message to a device: JSON of at most `PUSH_MESSAGE_MAX` bytes. Longer texts are cut at a word. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of a page of the portal. */
  url: string;
  /** A message with the same tag replaces the one before it. */
  tag: string;
  topic: Topic;
  /** Of an alert. */
  severity?: Severity;
  /** When it is no longer worth showing (ISO 8601). */
  expires?: string;
  /** When it was made (ISO 8601). */
  at: string;
}

/** The tag of the messages about an alert. */
export const alertTag = (id: string) => `alert-${id}`;

/** Maximum size of a message in bytes, so that it fits in 4,096 when it is encrypted. */
export const PUSH_MESSAGE_MAX = 3500;
