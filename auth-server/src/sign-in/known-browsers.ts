import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCookie } from '@loci/pages';
import type { Secret, Secrets } from '@loci/runtime';
import { normalizeEmail } from '../users/user.ts';

const LIFETIME_SECONDS = 180 * 86_400;
/** Maximum number of users of one browser. The cookie drops the one who signed in the longest time ago. */
const MAX_USERS = 5;
const VALUE = /^[\w-]{22}(~[\w-]{43}){1,5}$/;

/**
 * Browsers in which a user signed in before. Failed sign-ins elsewhere do not lock them. The cookie contains a random ID of
 * the browser, and for each user an HMAC of this ID and the email address.
 *
 * @see docs/reference/authentication.md#sign-in-and-sessions
 */
export interface KnownBrowsers {
  /** Returns the ID of the browser if the user signed in with it before, otherwise null. */
  find(request: IncomingMessage, email: string): string | null;
  /** Records that the user signed in with this browser. */
  remember(request: IncomingMessage, response: ServerResponse, email: string): void;
}

/** @param options.secrets the first secret signs entries; all secrets verify them */
export function createKnownBrowsers(options: { secrets: Secrets; authUrl: string }): KnownBrowsers {
  const { secrets, authUrl } = options;
  const cookie = createCookie('loci_known', authUrl);
  const sign = (secret: Secret, browserId: string, email: string): Buffer =>
    createHmac('sha256', secret.reveal())
      .update(`known-browser:${browserId}:${normalizeEmail(email)}`)
      .digest();
  const read = (request: IncomingMessage): { browserId: string; users: string[] } | null => {
    const value = cookie.read(request) ?? '';
    if (!VALUE.test(value)) return null;
    const [browserId = '', ...users] = value.split('~');
    return { browserId, users };
  };
  const isUser = (entry: string, expected: Buffer): boolean => {
    const given = Buffer.from(entry, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    find(request, email) {
      const known = read(request);
      if (known === null) return null;
      const isKnown = secrets.some((secret) => {
        const expected = sign(secret, known.browserId, email);
        return known.users.some((entry) => isUser(entry, expected));
      });
      return isKnown ? known.browserId : null;
    },
    remember(request, response, email) {
      const { browserId, users } = read(request) ?? {
        browserId: randomBytes(16).toString('base64url'),
        users: [],
      };
      const user = sign(secrets[0], browserId, email).toString('base64url');
      const kept = [user, ...users.filter((entry) => entry !== user)].slice(0, MAX_USERS);
      cookie.write(response, [browserId, ...kept].join('~'), LIFETIME_SECONDS);
    },
  };
}
