import type { IncomingMessage, ServerResponse } from 'node:http';

export interface CookieOptions {
  /** Only over TLS. */
  secure: boolean;
  path?: string;
  /** Undefined: until the browser is closed. 0 removes the cookie. */
  maxAgeSeconds?: number | undefined;
}

/** The first cookie of this name; a value that we did not write may be anything. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Adds a cookie that scripts cannot read and other sites do not send with a POST.
 * @param value of unreserved characters only, as base64url has them
 */
export function writeCookie(
  response: ServerResponse,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  const { secure, path = '/', maxAgeSeconds } = options;
  const parts = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax'];
  if (secure) parts.push('Secure');
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
  response.appendHeader('set-cookie', parts.join('; '));
}
