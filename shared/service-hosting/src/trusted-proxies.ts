import { isIP } from 'node:net';
import type { TrustedProxies } from '@loci/http';
import { z } from 'zod';

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 16;

/** Whom to believe about a client's address: a number of hops, or a list of addresses and networks; unset: nobody. */
export const trustedProxies = z
  .string()
  .optional()
  .transform((text, context): TrustedProxies => {
    if (text === undefined) return [];
    if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
    const places = text.split(',').map((place) => place.trim());
    if (places.every(isPlace)) return places;
    context.addIssue({
      code: 'custom',
      message: `must be a number of hops, at most ${MAX_HOPS}, or a list of addresses and networks`,
    });
    return z.NEVER;
  })
  .describe(
    'Proxies whose `X-Forwarded-For` tells the client that limits count: a number of hops, or comma-separated ' +
      'addresses, networks (`10.0.0.0/8`) and `loopback`, `linklocal`, `uniquelocal`; unset: none.',
  );

function isPlace(place: string): boolean {
  if (NAMES.has(place)) return true;
  const [address = '', prefix, ...more] = place.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
