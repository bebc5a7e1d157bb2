import type { Caller } from '@loci/core';
import type { Request } from 'express';

/** Whose requests are counted together: a tenant's, or an address's before it is known whose it is. */
export const limitKey = (caller: Caller | null, request: Request): string =>
  caller ? `tenant:${caller.tenantId}` : `address:${addressOf(request)}`;

/** The address that guesses are counted by; of IPv6 the network, since one customer has 2^64 addresses. */
function addressOf(request: Request): string {
  const address = request.ip ?? '';
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return address.split(':').slice(0, 4).join(':');
}
