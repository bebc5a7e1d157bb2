import type { IncomingMessage, ServerResponse } from 'node:http';

export interface CookieOptions {
  /** Restricts the cookie to TLS. */
  secure: boolean;
  path?: string;
  /** Lifetime in seconds. 0 removes the cookie. By default, the cookie expires when the browser is closed. */
  maxAgeSeconds?: number | undefined;
}

/** Returns the value of the first cookie with this name. The value is not validated and can be forged. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Adds an HttpOnly cookie with SameSite=Lax.
 *
 * @param value must contain only unreserved characters, for example base64url
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
