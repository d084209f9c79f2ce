/** A check in the protocol, and the code without it. */
export interface Guard {
  name: string;
  file: string;
  guarded: string;
  unguarded: string;
  /** The model that has to notice: that of staff, unless it is said. */
  model?: 'staff' | 'residents';
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
  {
    name: 'a ticket once',
    file: 'api/tickets/resident-writes.ts',
    guarded: 'const before = store.one(id);',
    unguarded: 'const before = null as ReturnType<typeof store.one>;',
    model: 'residents',
  },
  {
    name: 'a message once',
    file: 'api/tickets/store.ts',
    guarded: 'if (findEntry.get(ticket, entry.id)) return false;',
    unguarded: 'entry = { ...entry, id: `${entry.id}.${Math.random()}` };',
    model: 'residents',
  },
  {
    name: 'a photo once',
    file: 'api/tickets/photo-writes.ts',
    guarded: 'if (!isThere()) store.addPhoto({ ticket, name, width, height, author });',
    unguarded: 'store.addPhoto({ ticket, name: `${name}.${Math.random()}`, width, height, author });',
    model: 'residents',
  },
  {
    name: 'two texts, one draft',
    file: 'web/src/tickets/my-tickets.ts',
    guarded: 'if ((await db.tickets.get(ticket.id)) !== undefined) return false;',
    unguarded: '',
    model: 'residents',
  },
  {
    name: 'sent stays sent',
    file: 'web/src/tickets/my-tickets.ts',
    guarded: 'if ((await db.tickets.get(draft.id)) === undefined) await db.drafts.put(draft);',
    unguarded: 'await db.drafts.put(draft);',
    model: 'residents',
  },
  {
    name: 'into the queue later',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: 'for (const { id, sent } of drafts) if (sent) await enqueue(id).catch(() => {});',
    unguarded: '',
    model: 'residents',
  },
  {
    name: 'erased before queued',
    file: 'web/src/tickets/my-tickets.ts',
    guarded: `await db.tickets.update(id, { isErasing: true });
        await db.drafts.delete(id);`,
    unguarded: 'await db.tickets.update(id, { isErasing: true });',
    model: 'residents',
  },
  {
    name: 'erased by the next page',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: 'if (isErasing && !isWaiting(id)) await outbox.save(erasure(id, secret));',
    unguarded: 'if (isErasing && !isWaiting(id)) continue;',
    model: 'residents',
  },
  {
    name: 'lost with a backup',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: "if (answer === 'unknown' && (await sendAgain(id))) return 'done';",
    unguarded: '',
    model: 'residents',
  },
  {
    name: 'left of what is gone',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: 'isParked(one) && (!known.has(one.recordId) ||',
    unguarded: 'isParked(one) && (known.has(one.opId) ||',
    model: 'residents',
  },
  {
    name: 'each in its request',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: 'isOneByOne: true,',
    unguarded: 'isOneByOne: false,',
    model: 'residents',
  },
  {
    name: 'work for the queue',
    file: 'web/src/tickets/open-tickets.ts',
    guarded: 'fetch: proving(fetch, prove),',
    unguarded: 'fetch,',
    model: 'residents',
  },
];
