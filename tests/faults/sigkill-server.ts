import { createServer } from 'node:http';
import { createApp } from '../../api/app.ts';
import { openDatabase } from '../../api/records/open.ts';
import { openLog } from '../../api/log.ts';
import { sweep } from '../../api/files/upload-store.ts';

/**
 * What a server process needs to start. The process has loaded all code and waits for this message, so that it can take
 * over as soon as another one is killed.
 */
export interface ServerSettings {
  file: string;
  uploadsDir: string;
  port: number;
}

process.once('message', ({ file, uploadsDir, port }: ServerSettings) => {
  const db = openDatabase(file);
  sweep({ db, uploadsDir });
  const app = createApp({ db, uploadsDir, now: Date.now, origin: 'http://town', log: openLog('silent') });
  createServer(app).listen(port, '127.0.0.1', () => process.send?.('open'));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
