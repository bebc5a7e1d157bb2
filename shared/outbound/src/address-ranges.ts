import { BlockList, isIPv6 } from 'node:net';

/** A set of IP address ranges. */
export interface AddressRanges {
  /** True if a range contains the IP address. An IPv4 range also contains its IPv4-mapped IPv6 addresses. */
  includes(address: string): boolean;
}

/**
 * Parses comma-separated ranges in CIDR notation, such as `10.0.0.0/8,fd00::/8`. An empty text has no ranges.
 *
 * @throws Error with a message for the operator if a range is malformed
 */
export function parseAddressRanges(text: string): AddressRanges {
  const ranges = new BlockList();
  for (const range of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [network = '', prefix = '', ...rest] = range.split('/');
    try {
      if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) throw new Error('no prefix length');
      ranges.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
    } catch (error) {
      throw new Error(`must be comma-separated ranges such as 10.0.0.0/8, not "${range}"`, { cause: error });
    }
  }
  return { includes: (address) => ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') };
}
