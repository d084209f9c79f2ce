import Database from 'better-sqlite3';
import { dayAt, nearMoment } from '../../contract/values/dates.ts';
import { placesOf, settingNames, townOf } from '../../installation.ts';
import { openLog } from '../../log.ts';
import { openMailQueue } from '../../mail/queue.ts';
import type { MailFigures } from '../../mail/queue.ts';
import { advice, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Examines whether the portal's mail to its staff leaves. */
export function mail({ dbFile, smtpUrl, mailFrom }: Examined, now: number): Finding[] {
  const town = townOf(dbFile);
  if (smtpUrl === undefined) {
    if (mailFrom === undefined) return [];
    return [
      warning(
        'El portal ofrece mandar correo (MAIL_FROM), y no hay con qué: falta SMTP_URL.',
        `Poné SMTP_URL en ${town === undefined ? 'el entorno' : placesOf(town).secrets}, o sacá MAIL_FROM.`,
      ),
    ];
  }
  // The portal of a town does not know SMTP_URL.
  if (mailFrom === undefined || (town !== undefined && !settingNames(dbFile).includes('MAIL_FROM'))) {
    return [
      advice(
        'El portal no manda correo: quien olvida su contraseña tiene que pedirla, y a las áreas no se les avisa.',
        'Poné desde qué dirección (MAIL_FROM=portal@…) en ' +
          `${town === undefined ? 'el entorno' : placesOf(town).settings}.`,
      ),
    ];
  }
  const figures = figuresIn(dbFile, now);
  if (figures === null) return [];
  const { waiting, oldest, fault } = figures;
  if (oldest === null) return [well(`El correo del portal sale desde ${mailFrom}.`)];
  const log = town === undefined ? 'lo que dice el portal' : `«journalctl -u portal-mail@${town}»`;
  return [
    warning(
      // Without the moment, which would make another problem of it each day.
      `Hay correo del portal que tendría que haber salido hace más de media hora (en espera: ${waiting}).`,
      `El más viejo espera desde ${nearMoment(oldest, dayAt(now))}. ` +
        `${fault === '' ? '' : `El último intento dijo: «${fault}». `}Revisá SMTP_URL, y mirá ${log}.`,
    ),
  ];
}

/** A database that cannot be read, or is of another release, is a finding of its own. */
function figuresIn(dbFile: string, now: number): MailFigures | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(dbFile, { readonly: true, fileMustExist: true });
    return openMailQueue(db, () => now, openLog('silent')).figures();
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
