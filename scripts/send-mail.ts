import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { latestOf, readMigrations } from '../api/db/migrations.ts';
import { placesOf, townOf } from '../api/installation.ts';
import { openLog } from '../api/log.ts';
import { openMailQueue } from '../api/mail/queue.ts';
import { sendDue } from '../api/mailing/sender.ts';
import { readOwnSettings } from '../api/own-settings.ts';
import { MIGRATIONS, openDatabase } from '../api/records/open.ts';
import { asOwner, run } from './operator-command.ts';

// Sends the mails of a portal that are due. portal-mail@.path starts it whenever the portal has some: the portal itself
// has no password of the mail server. What could not be sent is tried again later.
await run('No se pudo enviar el correo.', async () => {
  const { dbFile, smtpUrl, mailFrom, origin, logLevel } = readOwnSettings();
  const file = resolve(dbFile);
  if (smtpUrl === undefined || mailFrom === undefined) {
    const town = townOf(file);
    throw new Error(`Falta SMTP_URL: ponelo en ${town === undefined ? 'el entorno' : placesOf(town).secrets}.`);
  }
  if (!existsSync(file)) throw new Error(`No hay ninguna base en ${file}. Revisá DB_FILE.`);
  asOwner(file);
  // Opening a database of another release would migrate it while a portal runs.
  if (versionOf(file) !== latestOf(readMigrations(MIGRATIONS))) {
    throw new Error('La base es de otra versión del portal. El correo sale cuando esta versión se haya iniciado.');
  }
  const db = openDatabase(file);
  try {
    const [now, log] = [Date.now, openLog(logLevel)];
    await sendDue({ db, queue: openMailQueue(db, now, log), now, log, smtpUrl, from: mailFrom, origin });
  } finally {
    db.close();
  }
  return 0;
});

function versionOf(file: string): unknown {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return db.pragma('user_version', { simple: true });
  } finally {
    db.close();
  }
}
