import { ConnectionError } from '@loci/client';
import { serverFetch } from './server-fetch.ts';

/** Request to an endpoint that is not part of the REST API, such as an OAuth endpoint. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Parsed body of a JSON response, otherwise undefined. */
  json: unknown;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends a request once.
 *
 * @throws ConnectionError with a user-facing message if the server does not respond
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, body, timeoutMs = TIMEOUT_MS } = request;
  const response = await serverFetch(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, headers: response.headers, json: parseJson(await readText(response)) };
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new ConnectionError(`The response of ${new URL(response.url).origin} was interrupted.`, {
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
