import { calls } from '#contract/addresses/calls';
import type { ApiCall } from '../../offline/pull/api-call.ts';
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
    if (answer.status === 401 && token !== null) await own.expire(token);
    return answer;
  };

  return {
    callApi,
    async file(url) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${own.token() ?? ''}` } });
      if (!response.ok) throw new Error(response.statusText);
      return response.blob();
    },
    async checkToken() {
      const token = own.token();
      if (token === null) return;
      const answer = await callApi(calls.tokenExpired(), { method: 'POST' }).catch(() => null);
      const { TokenExpired } = (answer?.body ?? {}) as { TokenExpired?: unknown };
      if (answer?.status === 200 && typeof TokenExpired === 'number' && TokenExpired !== 0) await own.expire(token);
    },
  };
}
