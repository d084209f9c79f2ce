import type { ReactNode } from 'react';
import { longMoment } from '#contract/values/dates';
import { freshness, store } from '../offline/reading/reading.ts';
import { serverTime } from '../offline/reading/server-time.ts';
import { TextWithPhones } from '../components/phones.tsx';
import { AlertSign } from './parts/alerts/banners.tsx';
import { messageAbout } from '../push/received.ts';

/**
 * Returns the message that announced a page, whole, where the device cannot show what it was about: it has not been
 * level with the server since.
 * @param isHeld whether the device shows the page
 */
export async function announcementOf(path: string, isHeld: boolean): Promise<ReactNode> {
  const received = await messageAbout(path);
  if (!received || (isHeld && received.at < (freshness().at ?? 0))) return null;
  const { title, body, severity, expires = '', at } = received.message;
  const standing = (await store.use((db) => db.standing.get('feed'))) ?? null;
  const isOver = Date.parse(expires) <= serverTime(standing, Date.now()).earliest;
  return (
    <section className="warning" data-severity={severity && isOver ? 'over' : severity} aria-label="Aviso recibido">
      {severity && <AlertSign />}
      <p>
        {isOver ? 'Terminó' : 'Aviso'} · {longMoment(Date.parse(at) || received.at)}
      </p>
      <div>
        <b>{title}</b>
        <p className="lines">
          <TextWithPhones text={body} />
        </p>
      </div>
    </section>
  );
}
