import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashPassword, randomPassword } from '../api/auth/passwords.ts';
import { checkDatabase } from '../api/maintenance/backup/manifest.ts';
import { ADMIN } from '../api/contract/roles.ts';
import { MIGRATIONS, openDatabase } from '../api/records/open.ts';
import type { Db } from '../api/db/database.ts';
import { openWriter } from '../api/records/write/writer.ts';
import { typed } from '../api/installation.ts';
import { latestOf, readMigrations } from '../api/db/migrations.ts';
import { asOwner, list, run, settings } from './operator-command.ts';

// npm run reset-password -- USUARIO [--remove-second-factor]: sets a new password for somebody who has forgotten
// theirs, and prints it once; with the option it also removes the second factor of somebody who has lost the phone and
// the recovery codes. The portal may be running.
await run('No se cambió ninguna contraseña.', async () => {
  const { dbFile } = settings('reset-password', 'USUARIO');
  const username = process.argv[2]?.normalize('NFC').trim();
  const isPhoneLost = process.argv[3] === '--remove-second-factor';
  if (!username) throw new Error(`Uso: ${typed('reset-password', 'USUARIO', dbFile)}`);
  const file = resolve(dbFile);
  if (!existsSync(file)) throw new Error(`No hay ninguna base en ${file}. Revisá DB_FILE.`);
  asOwner(file);
  // Opening a database of another release would migrate it while a portal runs.
  if (checkDatabase(file).schema !== latestOf(readMigrations(MIGRATIONS))) {
    throw new Error('La base es de otra versión del portal. Iniciá esta versión del portal una vez y volvé a probar.');
  }
  const db = openDatabase(file);
  try {
    const user = userOf(db, username);
    const password = randomPassword();
    const from = { network: '', device: 'portal reset-password' };
    const act = { userId: '', usergroup: ADMIN, request: 'reset-password', from };
    const writer = openWriter({ db, now: Date.now });
    writer.setPassword(act, user.id, await hashPassword(password));
    if (isPhoneLost) writer.removeSecondFactor(act, user.id);
    console.log(
      `Usuario:     ${user.username}\nContraseña:  ${password}\n` +
        'Anotala: no se vuelve a mostrar. Sus sesiones abiertas terminaron.',
    );
    if (isPhoneLost) console.log('Su verificación en dos pasos quedó desactivada.');
    else if (hasSecondFactor(db, user.id)) {
      console.log(
        'Al ingresar se le va a pedir también el código de su aplicación. Si perdió el teléfono y los códigos',
      );
      console.log('de recuperación, repetilo con --remove-second-factor.');
    }
    if (user.enable !== 1)
      console.log(
        'Atención: este usuario está deshabilitado y no puede ingresar hasta que un administrador lo habilite.',
      );
    console.log(
      'Al ingresar con ella se elige otra. Si el ingreso responde que hubo demasiados intentos, esperá 15 minutos.',
    );
  } finally {
    db.close();
  }
  return 0;
});

function hasSecondFactor(db: Db, id: string): boolean {
  return db.prepare('SELECT 1 FROM second_factor WHERE user_id = ?').get(id) !== undefined;
}

function userOf(db: Db, username: string): { id: string; username: string; enable: number } {
  const user = db
    .prepare<[string], { id: string; username: string; enable: number }>(
      'SELECT id, username, enable FROM user WHERE username = ?',
    )
    .get(username);
  if (user) return user;
  const all = db.prepare<[], string>('SELECT username FROM user ORDER BY usergroup, username').pluck().all();
  throw new Error(`No hay ningún usuario «${username}». Hay: ${list(all)}.`);
}
