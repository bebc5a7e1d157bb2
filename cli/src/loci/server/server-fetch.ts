import { ConnectionError, TimeoutError } from '@loci/client';
import { VERSION } from '../version.ts';

/**
 * Sends a request like the global `fetch`. Does not follow redirects, because the request can contain a credential.
 *
 * @throws ConnectionError with a user-facing message if the server does not respond
 */
export async function serverFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { origin } = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  headers.set('user-agent', `loci-cli/${VERSION}`);
  try {
    return await fetch(input, { ...init, headers, redirect: 'manual' });
  } catch (error) {
    throw toConnectionError(origin, error as Error, init.signal);
  }
}

function toConnectionError(origin: string, error: Error, signal: AbortSignal | null | undefined): unknown {
  if (error.name === 'TimeoutError')
    return new TimeoutError(`${origin} did not respond in time.`, { cause: error });
  if (signal?.aborted === true) return error;
  const reason = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message;
  return new ConnectionError(
    `Cannot connect to ${origin} (${reason}). Start the server, or set its address with --url or LOCI_URL.`,
    { cause: error },
  );
}
