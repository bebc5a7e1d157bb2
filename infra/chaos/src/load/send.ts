// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked into, schemas check their shape
export type Json = any;

export interface Answer {
  status: number;
  body: Json;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string;
  /** Sent as JSON, a form as a form. */
  body?: object | FormData;
}

/** To the gateway or the auth server. @throws TypeError or DOMException when there is no answer */
export type Send = (call: Call) => Promise<Answer>;

const TIMEOUT_MS = 30_000;
/** The first file of a process loads its parsers, which takes its time on a busy machine. */
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
