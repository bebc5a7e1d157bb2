import type { AddressRanges } from './address-ranges.ts';
import type { ResolveHost } from './resolve-host.ts';
import { isSpecialAddress } from './special-addresses.ts';

/** The host of a URL has an address that requests must not reach. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly address: string;
  constructor(address: string) {
    super(`The address ${address} is not allowed.`);
    this.address = address;
  }
}

/** The host of a URL has no address. */
export class UnresolvedHostError extends Error {
  override readonly name = 'UnresolvedHostError';
}

export interface AddressPolicy {
  resolveHost: ResolveHost;
  /** Special addresses, such as private ones, that the operator allows. */
  allowedRanges: AddressRanges;
}

export interface AllowedAddresses {
  /** All addresses of the host. A request must connect to one of them, without resolving the host again. */
  addresses: string[];
  /** True if every address is in a range that the operator allows. */
  allInAllowedRanges: boolean;
}

/**
 * Resolves the host of a URL and checks all its addresses. The caller passes the addresses to `pinnedRequest`, because
 * the DNS response can change between this check and the connection.
 *
 * @throws ForbiddenAddressError if one of the addresses is special and not allowed; UnresolvedHostError
 * @see docs/security-model.md#threat-34-requests-to-internal-addresses-through-webhooks
 */
export async function resolveAllowed(
  url: URL,
  { resolveHost, allowedRanges }: AddressPolicy,
): Promise<AllowedAddresses> {
  const addresses = await resolveHost(url.hostname.replace(/^\[|\]$/g, ''));
  if (addresses.length === 0) throw new UnresolvedHostError('The host cannot be resolved.');
  const forbidden = addresses.find(
    (address) => isSpecialAddress(address) && !allowedRanges.includes(address),
  );
  if (forbidden !== undefined) throw new ForbiddenAddressError(forbidden);
  return { addresses, allInAllowedRanges: addresses.every((address) => allowedRanges.includes(address)) };
}
