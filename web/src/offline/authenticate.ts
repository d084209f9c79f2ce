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

/** Returns what the fields of a form say of the second factor. */
export function secondStepIn(form: FormData): SecondStep {
  const [code, secret] = [form.get('code'), form.get('secret')];
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    ...(typeof secret === 'string' ? { secret } : {}),
    ...(form.has('remember') ? { remember: true } : {}),
  };
}

/** A session, and the token by which the server knows this device again at the next log-in. */
export type LoggedIn = Session & { device?: string };
/** The same, and the recovery codes of a second factor that was set up with it: they are kept nowhere. */
type Entered = LoggedIn & { recoveryCodes?: string[] };

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
    return { user, token, ...(device && { device }), ...(recoveryCodes && { recoveryCodes }) };
  });
}

const codeOf = (error: unknown) => (error instanceof Refused ? error.code : '');

/** Whether a log-in was refused because somebody else has set the password: one's own has to be chosen. */
export const isTemporary = (error: unknown) => codeOf(error) === 'temporary-password';

/** The second step that a refused log-in lacks, or that was wrong; null if it was refused for something else. */
export function missingStep(error: unknown): 'code' | 'set-up' | null {
  if (codeOf(error) === 'second-factor') return 'code';
  return codeOf(error) === 'second-factor-setup' ? 'set-up' : null;
}

/** Words for a log-in that the server refused, that was not stored, or after which the back office did not load. */
export function whyNot(error: unknown): string {
  if (error instanceof AdminCodeMissing) return 'No pudimos abrir el panel. Cerrá esta página y volvé a abrirla.';
  // By name: the public site's first scripts do without the outbox's code.
  const isTold = error instanceof Error && (error.name === 'Refused' || error.name === 'NotKept');
  return isTold ? error.message : 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';
}
