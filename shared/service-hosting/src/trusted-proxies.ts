import { isIP } from 'node:net';
import type { TrustedProxies } from '@loci/http';
import { z } from 'zod';

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_HOPS = 16;

/** Schema of the proxies trusted to set `X-Forwarded-For`: a hop count or a list of addresses and CIDRs. */
export const trustedProxies = z
  .string()
  .optional()
  .transform((text, context): TrustedProxies => {
    if (text === undefined) return [];
    if (/^\d+$/.test(text) && Number(text) <= MAX_HOPS) return Number(text);
    const ranges = text.split(',').map((range) => range.trim());
    if (ranges.every(isRange)) return ranges;
    context.addIssue({
      code: 'custom',
      message: `must be a hop count of at most ${MAX_HOPS}, or a list of addresses and CIDRs`,
    });
    return z.NEVER;
  })
  .describe(
    'Proxies that are trusted to set `X-Forwarded-For`, from which rate limits read the client ' +
      'address. Either a hop count, or a comma-separated list of addresses, CIDRs (`10.0.0.0/8`), ' +
      '`loopback`, `linklocal` and `uniquelocal`. If unset, no proxy is trusted.',
  );

function isRange(range: string): boolean {
  if (NAMED_RANGES.has(range)) return true;
  const [address = '', prefix, ...more] = range.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
