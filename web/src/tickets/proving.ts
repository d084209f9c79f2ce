import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { prove } from './prove.ts';

export type Prove = typeof prove;

/**
 * Returns a `fetch` that does the work which the server asks for while its form is flooded, and then asks again. Where
 * the work cannot be done, the first answer stands, and the queue tries later.
 * @param proveThat does the work; what does it is loaded when it is asked for
 */
export const proving =
  (fetch: typeof globalThis.fetch, proveThat: Prove): typeof globalThis.fetch =>
  async (url, init) => {
    const answer = await fetch(url, init);
    const { body, signal } = init ?? {};
    if (answer.status !== 429 || url !== ticketCalls.form() || typeof body !== 'string') return answer;
    const proof = await answer
      .clone()
      .json()
      .then(({ code, value }) => (code === 'proof' ? proveThat(String(value), signal) : null))
      .catch(() => null);
    return proof ? fetch(url, { ...init, body: JSON.stringify({ ...JSON.parse(body), proof }) }) : answer;
  };
