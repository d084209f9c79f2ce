import { LOG_IN } from '#contract/addresses/public-calls';
import { AdminCodeMissing } from '../browser/admin-code.ts';
import { postJson } from '../browser/post-json.ts';
import type { Session } from './outbox/protocol/operation.ts';

/** The reason for refusing a log-in, the server's with its code. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/** The password of one's own that takes the place of a temporary one, as it was typed twice. */
export interface OwnPassword {
  next: string;
  again: string;
}

/** What the second factor adds to a log-in; with `secret` it is set up. */
export interface SecondStep {
  code?: string;
  secret?: string;
  remember?: boolean;
}

/**
 * A session, the token by which the server knows this device again at the next log-in, and the recovery codes of a
 * second factor that was set up with it, which are kept nowhere.
 */
type Entered = Session & { device: string | undefined; recoveryCodes: string[] | undefined };

/**
 * Logs in.
 * @param device the token that an earlier log-in gave; undefined where this device has none
 * @param own where the password is temporary: no other log-in is possible with it
 * @throws Error after 30 s without an answer, and when the server refuses; `whyNot` has the words for both, and
 *   `isTemporary` tells that `own` is missing, `missingStep` that `step` is
 */
export async function authenticate(
  { username, password, device }: { username: string; password: string; device?: string | undefined },
  own?: OwnPassword,
  step: SecondStep = {},
): Promise<Entered> {
  if (!own) return enter({ username, password, device, ...step });
  if (own.next === '') throw new Refused('Escribí la contraseña nueva.');
  if (own.next !== own.again) throw new Refused('Las dos contraseñas nuevas no son iguales. Escribilas otra vez.');
  try {
    return await enter({ username, password, newPassword: own.next, device, ...step });
  } catch (error) {
    // An earlier try may have succeeded without its answer having come.
    if (codeOf(error) === 'login') return enter({ username, password: own.next, device, ...step });
    throw error;
  }
}

type Asked = SecondStep & { username: string; password: string; newPassword?: string; device: string | undefined };

function enter(body: Asked): Promise<Entered> {
  return postJson(LOG_IN, body, async (response) => {
    type Body = Session['user'] & Omit<Entered, 'user'> & { message?: string; code?: string };
    const { message, code, token, device, recoveryCodes, ...user } = (await response.json()) as Body;
    if (!response.ok) throw new Refused(message ?? response.statusText, code);
    return { user, token, device, recoveryCodes };
  });
}

const codeOf = (error: unknown) => (error instanceof Refused ? error.code : '');

/** Whether a log-in was refused because somebody else has set the password: one's own has to be chosen. */
export const isTemporary = (error: unknown) => codeOf(error) === 'temporary-password';

/** The code of a log-in that lacks the second step, or whose was wrong; null if it was refused for something else. */
export const missingStep = (error: unknown) => /^second-factor.*/.exec(codeOf(error))?.[0] ?? null;

/** Words for a log-in that the server refused, that was not stored, or after which the back office did not load. */
export function whyNot(error: unknown): string {
  if (error instanceof AdminCodeMissing) return 'No pudimos abrir el panel. Cerrá esta página y volvé a abrirla.';
  // By name: the public site's first scripts do without the outbox's code.
  const isTold = error instanceof Error && (error.name === 'Refused' || error.name === 'NotKept');
  return isTold ? error.message : 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';
}
