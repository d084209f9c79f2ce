import type { Config } from '../../config.ts';

/** A finding in plain Spanish: what was examined, its state, and what to do if it is not well. */
export interface Finding {
  state: 'bien' | 'aviso' | 'mal';
  what: string;
  todo?: string;
  /** Advice that can wait: nobody is notified of it. */
  isAdvice?: true;
}

export type Examined = Pick<Config, 'dbFile' | 'uploadsDir' | 'backupDir' | 'origin' | 'host' | 'port'> &
  Partial<
    Pick<
      Config,
      | 'backupTo'
      | 'idleMinutes'
      | 'mailFrom'
      | 'newDatabase'
      | 'notifyUrl'
      | 'smtpUrl'
      | 'notifyTo'
      | 'originAliases'
      | 'releasesUrl'
    >
  >;

export const well = (what: string): Finding => ({ state: 'bien', what });
export const warning = (what: string, todo: string): Finding => ({ state: 'aviso', what, todo });
export const advice = (what: string, todo: string): Finding => ({ ...warning(what, todo), isAdvice: true });
export const bad = (what: string, todo: string): Finding => ({ state: 'mal', what, todo });

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
