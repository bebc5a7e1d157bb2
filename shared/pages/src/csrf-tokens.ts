import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readCookie, writeCookie } from './cookies.ts';

const SEED = /^[\w-]{22}$/;

/**
 * Proof that a form was filled in on our page: a random cookie, and in the form a keyed hash of it. Another site
 * can neither read the one nor make the other.
 */
export interface CsrfTokens {
  /** The token for a form of this browser; sets the cookie when there is none. */
  issue(request: IncomingMessage, response: ServerResponse): string;
  /** True for a token that was issued to this browser, sent from a page of `origin`. */
  isValid(request: IncomingMessage, token: unknown): boolean;
}

/**
 * @param origin where the forms are, e.g. `http://localhost:8081`
 * @param cookieName one per server: browsers share cookies between the ports of a host
 */
export function createCsrfTokens(options: {
  secret: string;
  origin: string;
  cookieName: string;
}): CsrfTokens {
  const { secret, origin, cookieName } = options;
  const secure = origin.startsWith('https:');
  const sign = (seed: string): Buffer => createHmac('sha256', secret).update(`form:${seed}`).digest();
  // A page with two forms has one cookie.
  const given = new WeakMap<ServerResponse, string>();
  return {
    issue(request, response) {
      let seed = given.get(response) ?? readCookie(request, cookieName) ?? '';
      if (!SEED.test(seed)) {
        seed = randomBytes(16).toString('base64url');
        given.set(response, seed);
        writeCookie(response, cookieName, seed, { secure });
      }
      return sign(seed).toString('base64url');
    },
    isValid(request, token) {
      const sender = request.headers.origin;
      if (sender !== undefined && sender !== origin) return false;
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return false;
      const seed = readCookie(request, cookieName) ?? '';
      if (!SEED.test(seed) || typeof token !== 'string') return false;
      const shown = Buffer.from(token, 'base64url');
      const expected = sign(seed);
      return shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}
