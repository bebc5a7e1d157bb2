import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/** Headers of a download that are forwarded to the API. */
const REQUEST_HEADERS = ['range', 'if-range', 'if-none-match'];
/** Headers of the response that are forwarded to the browser. */
const RESPONSE_HEADERS = ['content-type', 'content-length', 'content-range', 'etag', 'accept-ranges'];

/** Returns the headers of a request that the API needs for a download. */
export function downloadHeaders(request: Request): Record<string, string> {
  // `fetch` adds `cache-control: no-cache` to conditional requests otherwise, which prevents the response 304.
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'cache-control': 'max-age=0',
  };
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** Headers with which a browser saves a file, and never runs active content of it on the origin of the portal. */
export const ATTACHMENT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
};

/** Streams a file of the API to the browser, which saves it as an attachment. */
export async function relayFile(
  request: Request,
  response: Response,
  received: globalThis.Response,
): Promise<void> {
  response.status(received.status);
  for (const name of RESPONSE_HEADERS) {
    const value = received.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  for (const [name, value] of Object.entries(ATTACHMENT_HEADERS)) response.setHeader(name, value);
  const disposition = received.headers.get('content-disposition') ?? '';
  response.setHeader('content-disposition', /^attachment\b/.test(disposition) ? disposition : 'attachment');
  if (received.body === null || request.method === 'HEAD') {
    await received.body?.cancel();
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(received.body), response);
  } catch {
    // The browser or the API has closed the connection. The browser reports an incomplete file.
    response.destroy();
  }
}
