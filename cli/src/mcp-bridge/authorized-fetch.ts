import type { LociOptions } from '@loci/client';
import { serverFetch } from '../loci/server/server-fetch.ts';

/**
 * Returns a `fetch` that adds the credential. If the server rejects an access token, the request is repeated once with
 * another one. The MCP endpoint also accepts API keys.
 *
 * @param connection returns the server and the credential. Requests to other servers receive no credential.
 */
export function authorizedFetch(connection: () => Promise<LociOptions>) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const options = await connection();
    if (new URL(input).origin !== new URL(options.baseUrl!).origin) return serverFetch(input, init);
    const token = await tokenOf(options, null);
    const response = await serverFetch(input, withToken(init, token));
    if (response.status !== 401 || options.apiKey !== undefined) return response;
    await response.body?.cancel();
    return serverFetch(input, withToken(init, await tokenOf(options, token)));
  };
}

async function tokenOf({ apiKey, accessToken }: LociOptions, rejectedToken: string | null): Promise<string> {
  if (apiKey !== undefined) return apiKey;
  return typeof accessToken === 'function' ? accessToken({ rejectedToken }) : (accessToken ?? '');
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
