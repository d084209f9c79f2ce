import { calls } from '#contract/addresses/calls';
import type { ApiAnswer, ApiCall } from '../../offline/pull/api-call.ts';
import { sessionEnd } from '../../offline/session-end.ts';
import type { OwnSession } from './own-session.ts';
import type { Workspace } from './workspace.ts';

interface ServerCalls extends Pick<Workspace, 'callApi' | 'file'> {
  /** Asks the server whether the token has expired (spec section 6). Without a network the session continues. */
  checkToken(): Promise<void>;
}

/** Calls of the API as the person who is logged in. @param send makes a call without a session */
export function createServerCalls(own: OwnSession, send: ApiCall): ServerCalls {
  const callApi: ApiCall = async (url, init = {}) => {
    const token = own.token();
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await send(url, { ...init, headers: { ...init.headers, ...authorization } });
    await refused(token, answer);
    return answer;
  };

  async function refused(token: string | null, answer: Pick<ApiAnswer, 'status' | 'body'>): Promise<void> {
    const end = sessionEnd(answer);
    if (end && token !== null) await own.refuse(token, end);
  }

  return {
    callApi,
    async file(url) {
      const token = own.token();
      const response = await fetch(url, { headers: { authorization: `Bearer ${token ?? ''}` } });
      if (response.ok) return response.blob();
      const { status } = response;
      await refused(token, { status, body: await response.json().catch(() => null) });
      throw new Error(`answered ${status}`);
    },
    async checkToken() {
      const token = own.token();
      if (token === null) return;
      const answer = await callApi(calls.tokenExpired(), { method: 'POST' }).catch(() => null);
      const { TokenExpired } = (answer?.body ?? {}) as { TokenExpired?: unknown };
      if (answer?.status !== 200 || typeof TokenExpired !== 'number' || TokenExpired === 0) return;
      await refused(token, { ...answer, status: 401 });
    },
  };
}
