import { hashRaw } from '@node-rs/argon2';
import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES, REMEMBERED_DAYS } from '../contract/limits.ts';
import { SECOND_FACTOR_RULES } from '../contract/messages/second-factor.ts';
import type { SecondFactorRule, SecondFactorState } from '../contract/messages/second-factor.ts';
import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import {
  bareCode,
  fromBase32,
  isRecoveryCode,
  isTotp,
  RECOVERY_BYTES,
  SECRET_BYTES,
} from '../contract/values/one-time-codes.ts';
import { passwordOf } from '../contract/values/accounts.ts';
import type { Db } from '../db/database.ts';
import type { NewFactor, StoredCodes } from '../records/write/second-factors.ts';
import { openFailures } from './failures.ts';
import { openSeal } from './seal.ts';
import { lastStepAt, stepOf } from './totp.ts';

const DAY = 24 * 60 * 60_000;
/**
 * Wrong codes of an account in a day, from wherever they come. Whoever gives them knows the password, so nobody else
 * can use them up; five of a million codes are right at a time, so guessing one takes 27 years on average.
 */
export const WRONG_CODES = 20;

/** The second factor of staff: codes of an application (TOTP), and recovery codes. */
export interface SecondFactor {
  /** What a log-in with the right password still needs. @param device its name, if it is a known one */
  needs(user: { id: string; usergroup: number }, device: string | null): 'code' | 'set-up' | null;
  /** Can the codes of the application be checked? Not after a restore on another machine. */
  isReadable(userId: string): boolean;
  /**
   * Is this a code of the person's that was not used yet? From now on it is used.
   * @throws Problem 429 too many wrong ones of the application
   */
  use(userId: string, typed: string): Promise<boolean>;
  /**
   * Checks a secret, and that the application of the person has it.
   * @returns what is stored of them, and the recovery codes
   * @throws Problem 422
   */
  prepare(userId: string, secret: string, typed: string): Promise<{ factor: NewFactor; codes: string[] }>;
  newCodes(): Promise<{ stored: StoredCodes; codes: string[] }>;
  /** From now on the factor is not asked for on this device, for some days. @param device its name */
  remember(userId: string, device: string): void;
  /** Asks for it on every device again. */
  forget(userId: string): void;
  state(user: { id: string; usergroup: number }): SecondFactorState;
  rule(): SecondFactorRule;
  setRule(rule: SecondFactorRule): void;
}

/** @param now ms since the epoch */
export function openSecondFactor(db: Db, now: () => number): SecondFactor {
  const seal = openSeal(db);
  const wrongCodes = openFailures({ now, window: DAY, most: WRONG_CODES });
  const stored = db.prepare<[string], Omit<NewFactor, 'hashes'>>(
    'SELECT secret, salt, step, since FROM second_factor WHERE user_id = ?',
  );
  const takeStep = db.prepare<[number, string, number]>(
    'UPDATE second_factor SET step = ? WHERE user_id = ? AND step < ?',
  );
  const takeRecovery = db.prepare<[string, string]>('DELETE FROM recovery_code WHERE user_id = ? AND hash = ?');
  const codesLeft = db.prepare<[string], number>('SELECT count(*) FROM recovery_code WHERE user_id = ?').pluck();
  const isRemembered = db
    .prepare<[string, string, number], 1>(
      'SELECT 1 FROM remembered_device WHERE user_id = ? AND device = ? AND until > ?',
    )
    .pluck();
  const remembered = db
    .prepare<[string, number], number>('SELECT count(*) FROM remembered_device WHERE user_id = ? AND until > ?')
    .pluck();
  const dropOld = db.prepare<[number]>('DELETE FROM remembered_device WHERE until <= ?');
  const putRemembered = db.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO remembered_device (user_id, device, until) VALUES (?, ?, ?)',
  );
  const forget = db.prepare<[string]>('DELETE FROM remembered_device WHERE user_id = ?');
  const readRule = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'second-factor'").pluck();
  const putRule = db.prepare<[string]>("INSERT OR REPLACE INTO meta (key, value) VALUES ('second-factor', ?)");
  const seconds = () => Math.floor(now() / 1000);
  const rule = () => SECOND_FACTOR_RULES.find((one) => one === readRule.get()) ?? 'nobody';
  const isRequired = ({ usergroup }: { usergroup: number }) =>
    rule() === 'everybody' || (rule() === 'admins' && usergroup === ADMIN);
  const secretOf = (userId: string) => {
    const { secret } = stored.get(userId) ?? {};
    return secret === undefined ? null : seal.open(secret, userId);
  };

  function takeTotp(userId: string, code: string): boolean {
    const secret = secretOf(userId);
    const step = secret && stepOf(secret, code, now(), stored.get(userId)?.step);
    // Of two requests with one code, one finds the step used.
    return step !== null && takeStep.run(step, userId, step).changes === 1;
  }
  async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const factor = stored.get(userId);
    return factor !== undefined && takeRecovery.run(userId, await hashOf(code, factor.salt)).changes === 1;
  }
  async function newCodes(): Promise<{ stored: StoredCodes; codes: string[] }> {
    const salt = randomBytes(16).toString('base64url');
    const codes = Array.from({ length: RECOVERY_CODES }, () => passwordOf(randomBytes(RECOVERY_BYTES)));
    const hashes = await Promise.all(codes.map((code) => hashOf(bareCode(code), salt)));
    return { stored: { salt, hashes }, codes };
  }

  return {
    needs(user, device) {
      if (stored.get(user.id)) {
        return device !== null && isRemembered.get(user.id, hashed(device), seconds()) === 1 ? null : 'code';
      }
      return isRequired(user) ? 'set-up' : null;
    },
    isReadable: (userId) => secretOf(userId) !== null,
    async use(userId, typed) {
      const code = bareCode(typed);
      // What is long enough not to be guessed has no limit of its own, so it is also the way in when codes have one.
      if (isRecoveryCode(code)) return takeRecoveryCode(userId, code);
      if (!isTotp(code)) return false;
      // A new factor has a new count, and a right code of its owner's none.
      const counted = `${userId} ${stored.get(userId)?.since ?? ''}`;
      const retryAfter = wrongCodes.wait(counted, WRONG_CODES);
      if (retryAfter > 0) throw new Problem('too-many', { retryAfter, message: TOO_MANY });
      if (takeTotp(userId, code)) return true;
      wrongCodes.add(counted);
      return false;
    },
    async prepare(userId, secret, typed) {
      const bytes = fromBase32(secret);
      if (bytes?.length !== SECRET_BYTES) throw new Problem('malformed');
      const step = stepOf(bytes, bareCode(typed), now());
      if (step === null) throw new Problem('value', { field: 'code', message: NOT_ITS_CODE });
      const { stored: ofCodes, codes } = await newCodes();
      const since = new Date(now()).toISOString();
      return { factor: { secret: seal.close(bytes, userId), ...ofCodes, step, since }, codes };
    },
    newCodes,
    remember(userId, device) {
      dropOld.run(seconds());
      putRemembered.run(userId, hashed(device), seconds() + REMEMBERED_DAYS * 86_400);
    },
    forget: (userId) => void forget.run(userId),
    state: (user) => ({
      since: stored.get(user.id)?.since ?? null,
      codesLeft: codesLeft.get(user.id) ?? 0,
      remembered: remembered.get(user.id, seconds()) ?? 0,
      isRequired: isRequired(user),
    }),
    rule,
    setRule: (next) => void putRule.run(next),
  };
}

/** Asks for the second factor on every device again, in a database of any release. */
export function forgetRememberedDevices(db: Db): void {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'remembered_device'").get();
  if (hasTable) db.prepare('DELETE FROM remembered_device').run();
}

/**
 * Keeps codes that were used from being good again in a database of before, of any release: no step of the application
 * until now is taken any more, and no recovery code that is used in the database of later, unless new ones were made.
 * @param now ms since the epoch
 * @param later null if it cannot be read
 * @returns whether the recovery codes were compared
 */
export function voidUsedCodes(db: Db, now: number, later: Db | null): boolean {
  const has = (one: Db) => one.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'second_factor'").get() !== undefined;
  if (!has(db)) return true;
  // Clocks that are ahead have used steps of the next minute.
  db.prepare('UPDATE second_factor SET step = max(step, ?)').run(lastStepAt(now));
  if (later === null) return false;
  if (!has(later)) return true;
  const factors = later
    .prepare<[], { id: string; salt: string }>('SELECT user_id AS id, salt FROM second_factor')
    .all();
  const left = later.prepare<[string], string>('SELECT hash FROM recovery_code WHERE user_id = ?').pluck();
  const isSame = db.prepare<[string, string], 1>('SELECT 1 FROM second_factor WHERE user_id = ? AND salt = ?');
  const remove = db.prepare<[string, string]>(
    'DELETE FROM recovery_code WHERE user_id = ? AND hash NOT IN (SELECT value FROM json_each(?))',
  );
  for (const { id, salt } of factors) if (isSame.get(id, salt)) remove.run(id, JSON.stringify(left.all(id)));
  return true;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

/** argon2id with the parameters of passwords; one salt for the codes of a person, so that one hash finds a code. */
async function hashOf(code: string, salt: string): Promise<string> {
  return (await hashRaw(code, { salt: Buffer.from(salt, 'base64url') })).toString('base64url');
}

const TOO_MANY = 'Demasiados códigos equivocados. Ingresá con un código de recuperación, o probá mañana.';
const NOT_ITS_CODE =
  'Ese no es el código que la aplicación muestra ahora. Revisá que la hora del teléfono sea la correcta y escribí el ' +
  'siguiente.';
