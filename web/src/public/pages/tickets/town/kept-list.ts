import { useEffect, useState } from 'react';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { PublicTickets } from '#contract/tickets/public-ticket';

/** Where the device keeps what the town last showed, to read it without a network. */
const KEPT = 'reclamos-abiertos';
const PICTURES = 'portal-town-picture';

export function keptList(): PublicTickets | null {
  try {
    return JSON.parse(localStorage[KEPT] ?? 'null') as PublicTickets | null;
  } catch {
    return null;
  }
}

let asking: Promise<PublicTickets | null> | null = null;

/** Asks the town, once for all parts of a page that ask at the same time. @returns null where it is not reached */
function askList(): Promise<PublicTickets | null> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<PublicTickets | null> {
  try {
    const answer = await fetch(ticketCalls.shown());
    if (!answer.ok) return null;
    const list = (await answer.json()) as PublicTickets;
    try {
      localStorage[KEPT] = JSON.stringify(list);
    } catch {
      // Forbidden, or full: without a network there is no list then.
    }
    return list;
  } catch {
    return null;
  }
}

/** What the device knows of the tickets that everybody may see, and then what the server says. */
export function usePublicTickets(): { list: PublicTickets | null; isAsked: boolean; isFresh: boolean } {
  const [state, setState] = useState(() => ({ list: keptList(), isAsked: false, isFresh: false }));
  useEffect(() => {
    let isOver = false;
    const ask = () =>
      void askList().then((list) => {
        if (!isOver) setState((before) => ({ list: list ?? before.list, isAsked: true, isFresh: list !== null }));
      });
    ask();
    window.addEventListener('online', ask);
    return () => {
      isOver = true;
      window.removeEventListener('online', ask);
    };
  }, []);
  return state;
}

/**
 * An address of the picture of the town for this page, from the device where it was seen before; null until it is
 * there, and where it cannot be had.
 */
export function usePlanSource(address: string | undefined): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (address === undefined) return;
    let isOver = false;
    let made: string | null = null;
    void keptPicture(address).then((blob) => {
      if (!blob || isOver) return;
      made = URL.createObjectURL(blob);
      setSource(made);
    });
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [address]);
  return source;
}

async function keptPicture(address: string): Promise<Blob | null> {
  try {
    const cache = await globalThis.caches?.open(PICTURES).catch(() => undefined);
    const kept = await cache?.match(address);
    if (kept) return await kept.blob();
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const copy = answer.clone();
    const blob = await answer.blob();
    // A former picture is of no use any more.
    for (const one of (await cache?.keys()) ?? []) await cache?.delete(one);
    await cache?.put(address, copy).catch(() => {});
    return blob;
  } catch {
    return null;
  }
}
