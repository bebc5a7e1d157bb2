import type { IncomingMessage, ServerResponse } from 'node:http';

/** An HttpOnly cookie of one server with SameSite=Lax and the path `/`. */
export interface Cookie {
  /** Returns the value that the browser sent. The value is not validated and can be forged. */
  read(request: IncomingMessage): string | undefined;
  /**
   * Adds the cookie to the response.
   *
   * @param value must contain only unreserved characters, for example base64url
   * @param maxAgeSeconds 0 removes the cookie; by default, the cookie expires when the browser is closed
   */
  write(response: ServerResponse, value: string, maxAgeSeconds?: number): void;
}

/**
 * Returns the name of a cookie. With https, the name has the prefix `__Host-`. Browsers accept such a cookie only over TLS
 * and without a domain, so another subdomain cannot set it.
 *
 * @see https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix
 */
export const hostCookieName = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

/**
 * Creates a cookie. With https, the cookie is restricted to TLS, and its name has the prefix `__Host-`.
 *
 * @param name must differ between servers on one host, because browsers share cookies between ports
 */
export function createCookie(name: string, publicUrl: string): Cookie {
  const fullName = hostCookieName(name, publicUrl);
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  return {
    read(request) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const at = pair.indexOf('=');
        if (at > 0 && pair.slice(0, at).trim() === fullName) return pair.slice(at + 1).trim();
      }
      return undefined;
    },
    write(response, value, maxAgeSeconds) {
      const parts = [`${fullName}=${value}`, ...attributes];
      if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
      response.appendHeader('set-cookie', parts.join('; '));
    },
  };
}
