import { Loci } from '@loci/client';

export interface SentRequest {
  /** Method and path, such as `POST /api/v2/memories`. */
  operation: string;
  body: Record<string, unknown>;
  headers: Headers;
}

/** Returns `data` of the response, or a response. */
export type Handler = (request: SentRequest) => unknown;

export interface ScriptedClient {
  client: Loci;
  /** Requests in the order in which they were sent. */
  requests: SentRequest[];
}

/** Returns a client whose requests are answered by handlers by operation. Other requests fail. */
export function scriptedClient(handlers: Record<string, Handler>): ScriptedClient {
  const requests: SentRequest[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const operation = `${request.method} ${new URL(request.url).pathname}`;
    const body = (await request.clone().json()) as Record<string, unknown>;
    const sent = { operation, body, headers: request.headers };
    requests.push(sent);
    const handler = handlers[operation];
    if (handler === undefined) throw new Error(`Unexpected request ${operation}.`);
    const aborted = rejectOnAbort(request.signal);
    const data = await Promise.race([aborted, handler(sent)]);
    if (data instanceof Response) return data;
    return Response.json({ status: 'success', data, meta: { request_id: 'request-1' } });
  };
  return { client: new Loci({ accessToken: 'a', maxRetries: 0, fetch }), requests };
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Returns an error response. */
export function failure(status: number, code: string, message: string): Response {
  const error = { code, message, details: null, field_errors: null };
  return Response.json({ status: 'error', error, meta: { request_id: 'request-2' } }, { status });
}
