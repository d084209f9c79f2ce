import { isIP } from 'node:net';
import { z } from 'zod';
import { LOG_LEVELS } from './log.ts';
import type { LogLevel } from './log.ts';
import { settingMeantBy } from './setting-names.ts';

/** The server's settings. Its environment is read here and nowhere else. */
export interface Config {
  port: number;
  host: string;
  /** Paths, relative to the working directory. */
  dbFile: string;
  uploadsDir: string;
  /** Folder of the backups. */
  backupDir: string | undefined;
  /** Listening socket that systemd has opened for this process; undefined: the portal opens its own. */
  listenFd: number | undefined;
  /** Minutes without a request, after which the portal ends until somebody asks again; undefined: it never does. */
  idleMinutes: number | undefined;
  /** Where encrypted backups are sent: a folder, or `user@host:folder`; undefined: nowhere. */
  backupTo: string | undefined;
  /** What they are encrypted with. */
  backupPassphrase: string | undefined;
  /** Password of the first Admin; undefined: a random one is generated. */
  adminPassword: string | undefined;
  /** Whether to load the demo town into an empty database. */
  demo: boolean;
  /** Whether a database that does not exist is made. */
  newDatabase: boolean;
  /** The portal's public address, without a trailing slash. */
  origin: string;
  /** Other host names that lead to it, as `www.villa.example`: nginx and the doctor use them. */
  originAliases: string[];
  /** Whether subdomains of the public address must use https too. */
  hstsSubdomains: boolean;
  trustProxy: boolean | number | string;
  logLevel: LogLevel;
  /** Token with which a monitor on another machine may read `/metrics`. */
  metricsToken: string | undefined;
  /** Address that gets a POST about every problem. */
  notifyUrl: string | undefined;
  /** Mail server for notices, as an address like `smtps://user:password@mail.example`. */
  smtpUrl: string | undefined;
  /** Who gets notices by mail, and from which address. */
  notifyTo: string | undefined;
  notifyFrom: string | undefined;
  /** From which address the portal writes to staff; undefined: it writes no mail. */
  mailFrom: string | undefined;
  /** Repository of apt that is asked for newer releases, as in apt's own list; undefined: none is. */
  releasesUrl: string | undefined;
  /** The one push service on this machine that the portal may call, as an origin: for tests. */
  pushTestService: string | undefined;
  /** A weather service on this machine that answers in the place of every other, for tests. */
  weatherTestService: string | undefined;
}

/**
 * @param environment the variables of the process, or of a settings file; an empty one counts as absent
 * @throws Error with one Spanish line for the first bad value: which variable it is and what it accepts
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { isFile = false }: { isFile?: boolean } = {},
): Config {
  refuseMisspelt(Object.keys(environment), { isFile });
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { success, data, error } = schema.safeParse(given);
  if (!success) throw new Error(`${String(error.issues[0]?.path[0])}: ${error.issues[0]?.message}`);
  const {
    PORT,
    HOST,
    DB_FILE,
    UPLOADS_DIR,
    BACKUP_DIR,
    BACKUP_TO,
    BACKUP_PASSPHRASE,
    ADMIN_PASSWORD,
    DEMO,
    NEW_DATABASE,
    ORIGIN,
    ORIGIN_ALIASES,
    HSTS_SUBDOMAINS,
    TRUST_PROXY,
    LOG_LEVEL,
    METRICS_TOKEN,
    NOTIFY_URL,
    SMTP_URL,
    NOTIFY_TO,
    NOTIFY_FROM,
    MAIL_FROM,
    RELEASES_URL,
    PUSH_TEST_SERVICE,
    WEATHER_TEST_SERVICE,
    IDLE_MINUTES,
    LISTEN_PID,
    LISTEN_FDS,
  } = data;
  if (SMTP_URL !== undefined && NOTIFY_TO === undefined && MAIL_FROM === undefined) {
    throw new Error('NOTIFY_TO: falta a quién mandar los avisos por correo, como intendencia@villa.example.');
  }
  const origin = ORIGIN ?? `http://localhost:${PORT}`;
  const same = ORIGIN_ALIASES.find((name) => name === new URL(origin).hostname);
  if (same !== undefined) throw new Error(`ORIGIN_ALIASES: ${same} ya es el nombre de ORIGIN. Sacalo.`);
  const hstsSubdomains = HSTS_SUBDOMAINS === '1';
  if (hstsSubdomains && !origin.startsWith('https:')) {
    throw new Error('HSTS_SUBDOMAINS: tiene que ser 0 mientras la dirección de ORIGIN no empiece con https.');
  }
  if (PUSH_TEST_SERVICE !== undefined && !(isThisMachine(origin) && isThisMachine(`http://${HOST}`))) {
    throw new Error('PUSH_TEST_SERVICE: es solo para pruebas, con ORIGIN y HOST en esta máquina. Sacala.');
  }
  if (WEATHER_TEST_SERVICE !== undefined && !(isThisMachine(origin) && isThisMachine(`http://${HOST}`))) {
    throw new Error('WEATHER_TEST_SERVICE: es solo para pruebas, con ORIGIN y HOST en esta máquina. Sacala.');
  }
  return {
    port: PORT,
    host: HOST,
    dbFile: DB_FILE,
    uploadsDir: UPLOADS_DIR,
    backupDir: BACKUP_DIR,
    // As in sd_listen_fds(3): the variables may be those of a parent.
    listenFd: LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? FIRST_FD : undefined,
    idleMinutes: IDLE_MINUTES,
    backupTo: BACKUP_TO,
    backupPassphrase: BACKUP_PASSPHRASE,
    adminPassword: ADMIN_PASSWORD,
    demo: DEMO === '1',
    newDatabase: NEW_DATABASE === '1',
    origin,
    originAliases: ORIGIN_ALIASES,
    hstsSubdomains,
    trustProxy: TRUST_PROXY,
    logLevel: LOG_LEVEL,
    metricsToken: METRICS_TOKEN,
    notifyUrl: NOTIFY_URL,
    smtpUrl: SMTP_URL,
    notifyTo: NOTIFY_TO,
    notifyFrom: NOTIFY_FROM ?? NOTIFY_TO,
    // A portal in service does not know SMTP_URL, which its sender has.
    mailFrom: MAIL_FROM ?? (SMTP_URL === undefined ? undefined : (NOTIFY_FROM ?? NOTIFY_TO)),
    releasesUrl: RELEASES_URL,
    pushTestService: PUSH_TEST_SERVICE,
    weatherTestService: WEATHER_TEST_SERVICE,
  };
}

/**
 * Returns the settings that are right, for whoever has to tell of those that are not; the others have their defaults.
 */
export function rightSettings(environment: Readonly<Record<string, string | undefined>>): Config {
  let right: Record<string, string | undefined> = {};
  const isRight = (names: Record<string, string | undefined>) => {
    try {
      return readConfig(names) !== undefined;
    } catch {
      return false;
    }
  };
  // Twice, because some are right only together with others.
  for (const name of [...SETTINGS, ...SETTINGS]) {
    const more = { ...right, [name]: environment[name] };
    if (isRight(more)) right = more;
  }
  return readConfig(right);
}

/**
 * @param names of variables of this process, or of a town's settings file
 * @throws Error with one Spanish line for the first that is nearly a setting
 */
export function refuseMisspelt(names: readonly string[], { isFile = false }: { isFile?: boolean } = {}): void {
  for (const name of names) {
    const meant = settingMeantBy(name, SETTINGS, { isFile });
    if (meant !== undefined) {
      throw new Error(`${name}: no es un ajuste del portal; ¿querías poner ${meant}? Corregí el nombre, o sacalo.`);
    }
  }
}

/** Number of the first file that systemd passes to a service. */
const FIRST_FD = 3;

const PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether it is an address, or a network with a valid prefix. Express would refuse anything else later. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    PROXIES.includes(text) ||
    (isIP(address) !== 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits)))
  );
}

/** A name in the domain name system, of at least two labels, none of them only digits at the end (RFC 1123, 2.1). */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const mail = z.email('tiene que ser una dirección de correo, como intendencia@villa.example.');

const schema = z.object({
  PORT: z
    .string()
    .default('3000')
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      error: 'tiene que ser un número de puerto, de 0 a 65535 (3000 si falta).',
    })
    .transform(Number),
  HOST: z
    .string()
    .trim()
    .default('127.0.0.1')
    .refine((text) => /^[\w.:-]+$/.test(text), {
      error: 'tiene que ser una dirección o un nombre de esta máquina, como 127.0.0.1 o 0.0.0.0.',
    }),
  DB_FILE: z.string().default('db/portal.sqlite'),
  UPLOADS_DIR: z.string().default('uploads'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_TO: z
    .string()
    .regex(/^(?:\/|(?:\w[\w.-]*@)?[a-z0-9][\w.-]*:(?!\/\/))[^\p{Cc}]*$/iu, {
      error:
        'tiene que ser una carpeta, como /media/copias/villa, o una de otra máquina, como copias@otra.example:villa.',
    })
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .regex(/^[!-~]{16,200}$/, 'tiene que tener de 16 a 200 letras sin acento, números o signos, sin espacios.')
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'tiene que tener al menos 8 caracteres.')
    .max(200, 'puede tener hasta 200 caracteres.')
    .optional(),
  DEMO: z
    .enum(['0', '1'], {
      error: 'tiene que ser 1 (cargar el pueblo de demostración en una base vacía) o 0 (empezar vacío).',
    })
    .default('1'),
  NEW_DATABASE: z
    .enum(['0', '1'], {
      error: 'tiene que ser 1 (si no hay ninguna base, se crea una) o 0 (no se inicia sin su base).',
    })
    .default('1'),
  ORIGIN: z
    .string()
    .refine(isOrigin, {
      error:
        'tiene que ser la dirección pública del portal, sin nada después del nombre, como ' +
        'https://portal.ejemplo.gob.ar.',
    })
    .transform((text) => new URL(text).origin)
    .optional(),
  ORIGIN_ALIASES: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
    .transform((names) => [...new Set(names.filter(Boolean))])
    .refine((names) => names.every((name) => name.length <= 253 && HOST_NAME.test(name)), {
      error: 'tiene que ser uno o más nombres, separados por comas y sin nada más, como www.villa.example.',
    }),
  HSTS_SUBDOMAINS: z
    .enum(['0', '1'], { error: 'tiene que ser 1 (los navegadores usan solo https también en los subdominios) o 0.' })
    .default('0'),
  TRUST_PROXY: z
    .string()
    .default('0')
    .refine((text) => /^\d$/.test(text) || text.split(',').every((one) => isNetwork(one.trim())), {
      error:
        'tiene que ser loopback, una lista de direcciones o redes separadas por comas, o cuántos servidores ' +
        'intermedios hay (0 si no hay ninguno).',
    })
    .transform((text) => (text === '0' ? false : /^\d$/.test(text) ? Number(text) : text)),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `tiene que ser uno de estos: ${LOG_LEVELS.join(', ')}.` }).default('warn'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{20,200}$/, 'tiene que tener de 20 a 200 letras sin acento, números, guiones o guiones bajos.')
    .optional(),
  NOTIFY_URL: z
    .string()
    .refine((text) => isAddress(text, /^https:$/) || isThisMachine(text), {
      error: 'tiene que ser una dirección que empiece con https://, la que da el servicio de avisos.',
    })
    .optional(),
  SMTP_URL: z
    .string()
    .refine((text) => isAddress(text, /^smtps?:$/), {
      error: 'tiene que ser como smtps://usuario:clave@correo.ejemplo (los signos raros de la clave, como %40).',
    })
    .optional(),
  NOTIFY_TO: mail.optional(),
  NOTIFY_FROM: mail.optional(),
  MAIL_FROM: mail.optional(),
  RELEASES_URL: z
    .string()
    .refine((text) => (isAddress(text, /^https:$/) || isThisMachine(text)) && /^[^@?#\s]*$/.test(text), {
      error: 'tiene que ser la dirección de un repositorio de apt, como https://villa.example/portal-apt.',
    })
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  PUSH_TEST_SERVICE: z
    .string()
    .refine((text) => /^https:\/\/localhost:\d+$/.test(text), {
      error: 'tiene que ser como https://localhost:4430; es solo para pruebas.',
    })
    .optional(),
  WEATHER_TEST_SERVICE: z
    .string()
    .refine((text) => /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(text), {
      error: 'tiene que ser como http://localhost:4431; es solo para pruebas.',
    })
    .optional(),
  IDLE_MINUTES: z
    .string()
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1, {
      error: 'tiene que ser un número de minutos, de 1 a 9999.',
    })
    .transform(Number)
    .optional(),
  LISTEN_PID: z.string().optional(),
  LISTEN_FDS: z.string().optional(),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape).filter((name) => !name.startsWith('LISTEN_'));

/**
 * The settings that no portal in service uses, only the jobs around it: they stand in a file that root alone can read,
 * from which each job gets its own (deploy/systemd).
 */
export const SECRETS = ['BACKUP_PASSPHRASE', 'NOTIFY_URL', 'SMTP_URL'] as const;
export type Secret = (typeof SECRETS)[number];
export const isSecret = (name: string): name is Secret => SECRETS.some((secret) => secret === name);

/** Returns what is wrong with a secret, as `readConfig` says it; null if nothing is. An empty one counts as absent. */
export function secretFault(name: Secret, value: string): string | null {
  const { error } = schema.shape[name].safeParse(value.trim() === '' ? undefined : value);
  return error ? `${name}: ${error.issues[0]?.message}` : null;
}

function isAddress(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

const isThisMachine = (address: string) =>
  URL.canParse(address) && /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(new URL(address).origin);

/** Its host is written in nginx's files as it is, where other signs that an address may contain mean something. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isPlain = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/.test(hostname) && !hostname.includes('..');
  return /^https?:$/.test(protocol) && isPlain && pathname === '/' && search + hash + username + password === '';
}
