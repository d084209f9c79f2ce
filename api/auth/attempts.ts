import { createHash } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import { addressKey, widerKey } from '../http/networks.ts';
import { openFailures } from './failures.ts';
import type { Failures } from './failures.ts';

/** Time for which a failure counts, in ms. */
export const WINDOW = 15 * 60_000;
/** Wrong passwords that an account, and a known device of its owner, may have in that time. */
export const PER_ACCOUNT = 10;
const PER_DEVICE = 10;
/** Those of all known devices of a person: tokens can be collected by whoever knew an earlier password. */
const PER_PERSON = 200;
/** Those that an account may have in that time if the last ones came from quiet networks. */
const PER_ACCOUNT_FROM_QUIET = 200;
/** A network is quiet while it has had fewer failures than this in a day. */
const QUIET = 2;
const DAY = 24 * 60 * 60_000;
/** Wrong passwords from a network, and from the larger one around it, in 15 minutes. */
const PER_NETWORK = 50;
const PER_WIDER_NETWORK = 250;
const MAX_NETWORKS = 20_000;
/**
 * More names than can be tried in 15 minutes (222 a second): if names were forgotten sooner than accounts are, that
 * would tell which users exist.
 */
const MAX_NAMES = 200_000;

/** A try to log in whose outcome is not known yet. */
export interface Try {
  failed(): void;
  succeeded(): void;
  /** Nothing was wrong, and something is missing: it neither counts nor forgives. */
  undecided(): void;
}

interface Trier {
  /** The user's id; undefined where nobody has the name. */
  userId: string | undefined;
  name: string;
  address: string;
  /** The user's known device on which it is tried, if it is one. */
  device: string | null;
}

/**
 * Limits wrong passwords at the log-in, so that guessing takes for ever and nobody can keep an account's owner out. A
 * device that has logged in before has a count of its own (OWASP, «Slow Down Online Guessing Attacks with Device
 * Cookies»). Other devices share the account's count, which those at networks that rarely fail may exceed: an attacker
 * needs a new network for every second guess, the owner one that is quiet.
 */
export interface Attempts {
  /** Begins a try on a known device by its own count. @returns null when it has none left */
  onDevice(userId: string, device: string): Try | null;
  /** Begins a try by the counts that all devices share. @throws Problem `too-many` */
  shared(trier: Trier): Try;
}

export function openAttempts(now: () => number): Attempts {
  const window = { now, window: WINDOW };
  const accounts = openFailures({ ...window, most: PER_ACCOUNT_FROM_QUIET });
  const names = openFailures({ ...window, most: PER_ACCOUNT_FROM_QUIET, maxKeys: MAX_NAMES });
  const devices = openFailures({ ...window, most: PER_PERSON });
  const networks = openFailures({ ...window, most: PER_WIDER_NETWORK, maxKeys: MAX_NETWORKS });
  const restless = openFailures({ now, window: DAY, most: QUIET, maxKeys: MAX_NETWORKS });

  const deviceWait = (userId: string, device: string) =>
    Math.max(devices.wait(userId, PER_DEVICE, device), devices.wait(userId, PER_PERSON));

  return {
    onDevice(userId, device) {
      if (deviceWait(userId, device) > 0) return null;
      return {
        failed: () => void devices.add(userId, device),
        succeeded: () => devices.forget(userId, device),
        undecided() {},
      };
    },
    shared({ userId, name, address, device }) {
      const network = addressKey(address);
      const wider = widerKey(address);
      const [tried, key]: [Failures, string] = userId === undefined ? [names, nameKey(name)] : [accounts, userId];
      const isQuiet = restless.wait(wider ?? network, QUIET) === 0;
      const wait = Math.max(
        tried.wait(key, isQuiet ? PER_ACCOUNT_FROM_QUIET : PER_ACCOUNT),
        networks.wait(network, PER_NETWORK),
        wider === null ? 0 : networks.wait(wider, PER_WIDER_NETWORK),
      );
      if (wait > 0) {
        const own = userId !== undefined && device !== null ? deviceWait(userId, device) : wait;
        throw new Problem('too-many', { retryAfter: Math.min(wait, own), message: TOO_MANY });
      }
      // Networks are counted before the outcome is known, so that simultaneous tries in different names count too.
      const takeBack = [network, ...(wider === null ? [] : [wider])].map((one) => networks.add(one));
      const undecided = () => {
        for (const one of takeBack) one();
      };
      return {
        undecided,
        failed() {
          tried.add(key, network);
          restless.add(wider ?? network);
        },
        succeeded() {
          undecided();
          // Its own typing errors are forgiven, those of strangers are not.
          tried.forget(key, network);
        },
      };
    },
  };
}

/** Takes the same room for every name. */
const nameKey = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22);

const TOO_MANY =
  'Demasiados intentos. Esperá unos minutos y probá de nuevo, ' +
  'o ingresá desde un dispositivo en el que ya hayas ingresado.';
