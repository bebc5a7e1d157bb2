import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/**
 * Returns all IPv4 and IPv6 addresses of a host.
 *
 * @param host IP address without brackets, or host name
 * @returns an empty list if the host does not exist or the DNS servers do not respond
 */
export type ResolveHost = (host: string) => Promise<string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Resolves hosts with DNS queries. Does not use `dns.lookup`, because a slow lookup occupies a thread of the pool that
 * file access also uses. Therefore ignores the hosts file, except for `localhost`.
 */
export const resolveHost: ResolveHost = async (host) => {
  if (isIP(host) !== 0) return [host];
  const name = host.replace(/\.$/, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
};
