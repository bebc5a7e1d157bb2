import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCookie } from './cookies.ts';

const SEED = /^[\w-]{22}$/;

/**
 * CSRF protection for forms: a random cookie, and its HMAC in a hidden field of the form. Another site can neither read
 * the cookie nor compute the HMAC.
 *
 * @see docs/security-model.md#threat-11-mix-up-request-forgery-and-device-phishing
 */
export interface CsrfTokens {
  /** Returns the token for the forms of this browser. Sets the cookie if the browser does not have one. */
  issue(request: IncomingMessage, response: ServerResponse): string;
  /** True if the token was issued to this browser and the form was sent from a page of the same origin. */
  isValid(request: IncomingMessage, token: unknown): boolean;
}

/**
 * Creates the CSRF tokens of one server.
 *
 * @param options.secrets the first secret signs tokens; all secrets verify them
 * @param options.origin origin of the pages with the forms, for example `http://localhost:8081`
 * @param options.cookieName must differ between servers on one host, because browsers share cookies between ports
 */
export function createCsrfTokens(options: {
  secrets: readonly [string, ...string[]];
  origin: string;
  cookieName: string;
}): CsrfTokens {
  const { secrets, origin, cookieName } = options;
  const cookie = createCookie(cookieName, origin);
  const sign = (seed: string, secret: string): Buffer =>
    createHmac('sha256', secret).update(`form:${seed}`).digest();
  // All forms of one response use the same seed, because the response sets only one cookie.
  const seeds = new WeakMap<ServerResponse, string>();
  return {
    issue(request, response) {
      let seed = seeds.get(response) ?? cookie.read(request) ?? '';
      if (!SEED.test(seed)) {
        seed = randomBytes(16).toString('base64url');
        seeds.set(response, seed);
        cookie.write(response, seed);
      }
      return sign(seed, secrets[0]).toString('base64url');
    },
    isValid(request, token) {
      const sender = request.headers.origin;
      if (sender !== undefined && sender !== origin) return false;
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return false;
      const seed = cookie.read(request) ?? '';
      if (!SEED.test(seed) || typeof token !== 'string') return false;
      const actual = Buffer.from(token, 'base64url');
      return secrets.some((secret) => {
        const expected = sign(seed, secret);
        return actual.length === expected.length && timingSafeEqual(actual, expected);
      });
    },
  };
}
