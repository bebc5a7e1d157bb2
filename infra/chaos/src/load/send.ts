// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the API's own tests validate the response schemas
export type Json = any;

export interface Response {
  status: number;
  body: Json;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string;
  /** Body that is sent as JSON, or as multipart form data if it is FormData. */
  body?: object | FormData;
}

/** Sends a request to the gateway or the auth server. @throws TypeError or DOMException if there is no response */
export type Send = (call: Call) => Promise<Response>;

const TIMEOUT_MS = 30_000;
/** Timeout of uploads. The first upload to a process loads the parsers, which is slow on a busy machine. */
const FORM_TIMEOUT_MS = 90_000;

export const sendTo =
  (baseUrl: string): Send =>
  async ({ method, path, token, body }) => {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(isForm ? FORM_TIMEOUT_MS : TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
