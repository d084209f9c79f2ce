import { resolve } from 'node:path';
import { townOf } from '../api/installation.ts';
import { noticeWays } from './notice-ways.ts';
import { plain, run, settings } from './operator-command.ts';

// npm run notify-test: sends a test notice in every way that is set, and prints what became of each. Exits with 1 if
// none is set or one did not work.
await run('No se pudo probar.', async () => {
  const config = settings('notify-test');
  const ways = noticeWays(config);
  if (ways.length === 0) {
    throw new Error('No hay a quién avisar: poné NOTIFY_URL, o SMTP_URL y NOTIFY_TO, y volvé a probar.');
  }
  const subject = `${new URL(config.origin).host}: prueba de los avisos`;
  const town = townOf(resolve(config.dbFile));
  const text =
    `Este es un aviso de prueba del portal ${config.origin}${town === undefined ? '' : ` (${town})`}. ` +
    'Si lo leés, los avisos llegan. No hace falta hacer nada.\n';
  let failed = 0;
  for (const { to, send } of ways) {
    try {
      await send({ subject, text }, { begun: [], ended: [] });
      console.log(`${to}: lo aceptó. Fijate que haya llegado.`);
    } catch (error) {
      failed += 1;
      console.log(`${to}: no se pudo enviar. ${reasonOf(error)}`);
    }
  }
  return failed === 0 ? 0 : 1;
});

/** The reason for which a connection failed is behind the error of `fetch`. */
function reasonOf(error: unknown): string {
  return plain((error as { cause?: unknown }).cause ?? error);
}
