import { createHash } from 'node:crypto';
import { ALERT_SEVERITIES } from '../contract/record-types.ts';
import type { Warning } from './cap.ts';
import type { SaidMessage } from './reading.ts';

/** A message that is remembered. `alert` is the id of the alert that it is about. */
export interface KnownMessage extends SaidMessage {
  alert: string;
}

/** Maximum number of the service's alerts that are shown at once; the most severe go first. */
export const SHOWN_MAX = 10;

/** Returns messages in groups: those that name each other, also by way of others, are about the same. */
function chainsOf<M extends SaidMessage>(messages: readonly M[]): M[][] {
  const roots = new Map<string, string>();
  function rootOf(key: string): string {
    let root = key;
    for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root)) root = next;
    roots.set(key, root);
    return root;
  }
  for (const { key, references } of messages)
    for (const other of references) if (rootOf(other) !== rootOf(key)) roots.set(rootOf(other), rootOf(key));
  const chains = Map.groupBy(messages, ({ key }) => rootOf(key));
  return [...chains.values()].map((chain) => chain.toSorted(inOrder));
}

/** By the time of sending. Of two of one time the one that ends something is the later. */
const inOrder = (a: SaidMessage, b: SaidMessage) =>
  a.sent - b.sent ||
  Number(a.type === 'Cancel') - Number(b.type === 'Cancel') ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** The alert of a chain is that of its earliest message that has one. */
const alertOf = (chain: readonly KnownMessage[]) => chain.find(({ alert }) => alert !== '')?.alert;

/**
 * Gives those messages an alert that have none: the one of the messages that they are about, otherwise one of their
 * own, whose id follows from the first, so that it is the same wherever it is read again.
 */
export function withAlerts(messages: readonly KnownMessage[]): KnownMessage[] {
  return chainsOf(messages).flatMap((chain) => {
    const alert = alertOf(chain) ?? idOf((chain[0] as KnownMessage).key);
    return chain.map((message) => (message.alert === '' ? { ...message, alert } : message));
  });
}

/** An id of a record: 12 characters [a-z0-9]. */
function idOf(key: string): string {
  const number = BigInt(`0x${createHash('sha256').update(key).digest('hex')}`);
  return number.toString(36).slice(-12).padStart(12, '0');
}

/**
 * Decides what the portal says of everything the service has said.
 * @param messages all that are remembered, each with its alert
 * @param at ms since the epoch
 * @param isSilent the service has not answered for a day: what it said is not known to be true any more
 * @param isThere whether the portal has an alert of this id
 * @returns what each alert is to say; null: it is over. Alerts that are not in the answer are to be left alone.
 */
export function decide(
  messages: readonly KnownMessage[],
  { at, isSilent, isThere }: { at: number; isSilent: boolean; isThere: (alert: string) => boolean },
): Map<string, Warning | null> {
  const decided = new Map<string, Warning | null>();
  const wanted: { alert: string; warning: Warning; isKnown: boolean }[] = [];
  for (const chain of chainsOf(messages)) {
    const alert = alertOf(chain) ?? '';
    // Two that were told apart before have become one.
    for (const other of chain) if (isThere(other.alert)) decided.set(other.alert, null);
    const last = chain.at(-1) as KnownMessage;
    const warning = last.warnings.find(({ expires }) => expires > at);
    if (warning && !isSilent) wanted.push({ alert, warning, isKnown: isThere(alert) });
  }
  const rank = ({ warning }: (typeof wanted)[number]) => ALERT_SEVERITIES.indexOf(warning.severity);
  wanted.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(b.isKnown) - Number(a.isKnown) ||
      a.warning.onset - b.warning.onset ||
      (a.alert < b.alert ? -1 : 1),
  );
  const said = new Set<string>();
  for (const { alert, warning } of wanted) {
    // The service warns of a storm once for each of its zones; the town may lie in two.
    const { area: _, link: __, ...same } = warning;
    const words = JSON.stringify(same);
    if (said.size >= SHOWN_MAX || said.has(words)) continue;
    said.add(words);
    decided.set(alert, warning);
  }
  return decided;
}
