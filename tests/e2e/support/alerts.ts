import { calls } from '#contract/addresses/calls';
import { momentAt } from '#contract/values/dates';
import { PASSWORD } from './server.ts';
import type { Town } from './town.ts';

const MINUTE = 60_000;

/** Publishes alerts in a town as its staff do, through the calls of the back office. */
export async function openAlerts({ url }: Pick<Town, 'url'>) {
  const published: string[] = [];
  let token = '';

  async function post<T>(path: string, body: object): Promise<T> {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  ({ token } = await post<{ token: string }>(calls.authenticate(), { username: 'admin', password: PASSWORD }));
  const change = (id: string, field: string, value: string) => post(calls.update('alert', id, field), { value });

  return {
    change,
    /** Publishes an alert. @param from, to minutes from now */
    async publish(headline: string, { from = -5, to = 60, severity = 'Moderate' } = {}): Promise<string> {
      const { id } = await post<{ id: string }>(calls.create('alert'), {});
      published.push(id);
      const now = Date.now();
      for (const [field, value] of Object.entries({
        headline,
        severity,
        instruction: 'Quedate en casa.',
        onset: momentAt(now + from * MINUTE),
        expires: momentAt(now + to * MINUTE),
        status: 'Publicado',
      }))
        await change(id, field, value);
      return id;
    },
    /** Deletes all that were published. */
    async withdraw(): Promise<void> {
      for (const id of published.splice(0)) await post(calls.remove('alert', id), {});
    },
  };
}
