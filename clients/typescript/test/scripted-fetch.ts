type Step = Response | Error | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: typeof globalThis.fetch;
  /** Requests in the order in which they were sent. */
  requests: Request[];
}

/** Returns a `fetch` that responds with the steps in order, and fails after the last step. */
export function scriptedFetch(...steps: Step[]): ScriptedFetch {
  const requests: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    requests.push(request);
    const step = steps[requests.length - 1];
    if (step === undefined) throw new Error(`Unexpected request ${request.method} ${request.url}.`);
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : step;
  };
  return { fetch, requests };
}

/** Returns a successful response. */
export function success(data: unknown, headers: Record<string, string> = {}, meta: object = {}): Response {
  const body = { status: 'success', data, meta: { request_id: 'request-1', ...meta } };
  return Response.json(body, { headers });
}

/** Returns an error response. */
export function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: `Message of ${code}.`, details: null, field_errors: null };
  return Response.json({ status: 'error', error, meta: { request_id: 'request-2' } }, { status, headers });
}

/** Returns a response that never arrives, unless the request is aborted. */
export const neverResponds = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
