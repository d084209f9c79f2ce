/**
 * All ways in which a call can fail, with the HTTP status and the message for the person. Messages say what happened
 * and what to do next; a more precise one can be given where the error is thrown.
 */
export const problems = {
  malformed: [400, 'El pedido no tiene la forma esperada. Recargá la página y probá de nuevo.'],
  /** No session, or one that ran out or was logged out of. */
  expired: [401, 'Tu sesión terminó. Volvé a ingresar.'],
  /** A session that was taken away: the device drops what it holds for its person. */
  revoked: [401, 'Esta sesión se cerró desde otro equipo. Volvé a ingresar.'],
  login: [401, 'Usuario o contraseña incorrectos'],
  'temporary-password': [403, 'Esa contraseña te la dio otra persona. Elegí ahora una que sepas solo vos.'],
  /** The password is right, and the second factor is missing or wrong. */
  'second-factor': [403, 'Escribí el código de 6 números que muestra tu aplicación.'],
  /** The password is right, and the second factor, which this person has to have, is to be set up now. */
  'second-factor-setup': [
    403,
    'Para ingresar hace falta la verificación en dos pasos. Configurala ahora: es una sola vez.',
  ],
  /** What was asked for needs the password again, which was given too long ago. */
  confirm: [403, 'Para cambiar eso hay que volver a escribir la contraseña propia.'],
  forbidden: [403, 'Solo los administradores pueden hacer eso.'],
  'not-found': [404, 'No encontramos lo que buscás.'],
  method: [405, 'Esa dirección no acepta ese tipo de pedido.'],
  conflict: [409, 'Otra persona cambió esto mientras tanto. Elegí con qué versión seguir.'],
  exists: [409, 'Ya existe un registro con ese identificador.'],
  deleted: [410, 'Este registro fue eliminado.'],
  'too-large': [413, 'Es demasiado grande. Probá con algo más chico.'],
  'wrong-kind': [415, 'El tipo de archivo no sirve acá.'],
  value: [422, 'Ese valor no se puede guardar.'],
  'key-reused': [422, 'Esa clave de operación ya se usó para otro pedido.'],
  'too-many': [429, 'Demasiados intentos. Esperá unos minutos y probá de nuevo.'],
  /** The form is flooded: `value` is what the device has to prove work for (`contract/tickets/proof.ts`). */
  proof: [429, 'Están llegando demasiados reclamos. El tuyo queda guardado y se manda solo en un rato.'],
  'no-room': [
    507,
    'El servidor casi no tiene lugar en el disco: por ahora no recibe fotos ni PDF, pero sí textos y alertas. ' +
      'Avisá a quien lo administra; cuando libere lugar, se puede volver a subir.',
  ],
  internal: [500, 'Algo falló en el servidor. Probá de nuevo en un rato.'],
  'not-ready': [503, 'El servidor todavía no está listo. Probá de nuevo en un momento.'],
} as const satisfies Record<string, readonly [number, string]>;
type ProblemCode = keyof typeof problems;

/** For parsing of which a person reads the faults: where a schema has no words of its own, zod's are English. */
export const IN_SPANISH = { error: () => problems.value[1] };

/** The message of `not-ready` while nothing can be written because the disk is full. */
export const DISK_FULL =
  'El disco del servidor está lleno y no se puede guardar nada. Avisá a quien administra el servidor: ' +
  'cuando libere lugar, esto sigue solo.';

/** Further properties of an error. */
interface ProblemDetails {
  message?: string;
  /** The field whose value was refused (422). */
  field?: string;
  /**
   * What the author of a change has not seen, by whom it is and since when, ISO 8601 (409). Of a value that is merged,
   * `value` is the base with that, and `rest`, unless it is the same, what was sent with that. Of `proof`, the
   * question.
   */
  value?: unknown;
  rest?: unknown;
  by?: string;
  at?: string;
  /** What is wrong with the portal itself, in a word (503 of `/salud`). */
  trouble?: string;
  /** Seconds until another try makes sense (429, 503, 507). */
  retryAfter?: number;
}

/** An error that can be thrown anywhere, and that errorHandler turns into an answer. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: Omit<ProblemDetails, 'message'>;

  constructor(code: ProblemCode, { message, ...details }: ProblemDetails = {}) {
    super(message ?? problems[code][1]);
    this.code = code;
    this.status = problems[code][0];
    this.details = details;
  }
}
