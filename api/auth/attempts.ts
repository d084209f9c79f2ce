import { addressKey } from '../http/networks.ts';

const WINDOW = 15 * 60_000;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;
/** Maximum number of accounts and addresses remembered; beyond it, the one that failed longest ago is forgotten. */
const MAX_KEYS = 20_000;

/** Counts wrong passwords of the last 15 minutes, in memory: at most 10 for an account and 50 for an address. */
export interface Attempts {
  /** Returns the seconds until another try is allowed, 0 for now. */
  wait(account: string, address: string): number;
  /**
   * Counts a try of an address before its outcome is known, so that simultaneous ones count too. Returns a function
   * that takes it back, for a try that succeeded.
   */
  begin(address: string): () => void;
  failed(account: string): void;
  succeeded(account: string): void;
}

export function openAttempts(now: () => number): Attempts {
  const failures = new Map<string, number[]>();

  function recent(key: string): number[] {
    const kept = (failures.get(key) ?? []).filter((at) => at > now() - WINDOW);
    if (kept.length === 0) failures.delete(key);
    return kept;
  }
  function add(key: string, limit: number): number {
    const at = now();
    const kept = [...recent(key), at].slice(-limit);
    failures.delete(key);
    failures.set(key, kept);
    const oldest = failures.keys().next();
    if (failures.size > MAX_KEYS && !oldest.done) failures.delete(oldest.value);
    return at;
  }
  function left(key: string, limit: number): number {
    const kept = recent(key);
    const first = kept[0];
    return kept.length < limit || first === undefined ? 0 : Math.max(1, Math.ceil((first + WINDOW - now()) / 1000));
  }

  return {
    wait: (account, address) =>
      Math.max(left(accountKey(account), PER_ACCOUNT), left(networkKey(address), PER_ADDRESS)),
    begin(address) {
      const key = networkKey(address);
      const at = add(key, PER_ADDRESS);
      return () => {
        const kept = recent(key);
        const index = kept.indexOf(at);
        if (index < 0) return;
        kept.splice(index, 1);
        failures.set(key, kept);
      };
    },
    failed: (account) => void add(accountKey(account), PER_ACCOUNT),
    succeeded: (account) => void failures.delete(accountKey(account)),
  };
}

const accountKey = (account: string) => `account ${account.toLowerCase().slice(0, 100)}`;
const networkKey = (address: string) => `address ${addressKey(address)}`;
