/** A check in the protocol, and the code without it. */
export interface Guard {
  name: string;
  file: string;
  guarded: string;
  unguarded: string;
  /** Seed of the runs, where those of the usual one rarely meet what the guard is for. */
  seed?: string;
}

/** What `npm run test-the-test` removes, one at a time. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'look-up by opId',
    file: 'api/records/write/operate.ts',
    guarded: 'if (done) return done.answer as A;',
    unguarded: '',
  },
  {
    name: 'base check',
    file: 'api/records/write/conflict.ts',
    guarded: 'if (base === undefined || isDeepStrictEqual(base, stored)) return true;',
    unguarded: 'return true;',
  },
  {
    name: 'order per record',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'of operations.filter((one) => !isHeld(one)).entries()',
    unguarded: 'of operations.filter((one) => !isHeld(one)).reverse().entries()',
  },
  {
    name: 'status waits',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'return place > 0 ? free : [...free, operation];',
    unguarded: 'return [...free, operation];',
  },
  {
    name: 'a create goes alone',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'if (!isFieldChange(first) || isStatusOrDelete(first)) return [first];',
    unguarded: 'if (!isFieldChange(first)) return unblocked(queue.operations.filter((one) => sameRecord(one, first)));',
  },
  {
    name: 'user binding',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'queue.operations.filter((operation) => operation.userId === session.user.id)',
    unguarded: 'queue.operations.filter(() => true)',
  },
  {
    name: 'base of a delete',
    file: 'api/records/write/lifecycle.ts',
    guarded: 'history.changedByOther(entity, id, base, act.userId)',
    unguarded: 'false',
  },
  {
    name: 'hiding in the feed',
    file: 'api/records/feed.ts',
    guarded: "scope === 'admin' || isReadable(type, record)",
    unguarded: 'true',
  },
  {
    name: 'base of a document',
    file: 'api/records/write/documents.ts',
    guarded: 'isCurrent(base, before, () => seen)',
    unguarded: 'true',
  },
  {
    name: 'sent stays unchanged',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'return sawIt && !last.sent && !hasLater',
    unguarded: 'return sawIt && !hasLater',
  },
  {
    name: 'sent create is kept',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: "first?.kind === 'create' && !first.sent && others",
    unguarded: "first?.kind === 'create' && others",
  },
  {
    name: 'merge only if seen',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'const sawIt = sameValue(fresh.base, last.value);',
    unguarded: 'const sawIt = true;',
  },
  {
    name: 'merge only chains',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'if (later.sent || !chains(tip, later)) break;',
    unguarded: 'if (later.sent) break;',
    seed: '2',
  },
  {
    name: 'parked field blocks',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'if (parked.some((one) => blocksField(one, operation.field))) continue;',
    unguarded: '',
  },
  {
    name: "other tabs' changes",
    file: 'web/src/offline/outbox/events.ts',
    guarded: 'if (standing.rev !== rev) {',
    unguarded: 'if (rev === -1) {',
  },
  {
    name: "the portal's answer",
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: "return isOurs(operation, body) ? { is: 'done' } : { is: 'unreachable' };",
    unguarded: "return { is: 'done' };",
  },
  {
    name: 'bytes of an upload',
    file: 'web/src/offline/outbox/events.ts',
    guarded: 'if (first && bytes && files.has(first.opId)) await tables.files.put({ key: first.opId, bytes });',
    unguarded: '',
  },
  {
    name: 'overtaken feed piece',
    file: 'web/src/offline/store/apply-feed.ts',
    guarded: "if (!isSame(asked, current)) return { is: 'overtaken' };",
    unguarded: '',
  },
];
