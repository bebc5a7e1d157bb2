import { describe, expect, test } from '@jest/globals';
import { parseAddressRanges } from './address-ranges.ts';
import { ForbiddenAddressError, UnresolvedHostError, resolveAllowed } from './resolve-allowed.ts';
import { resolveHost } from './resolve-host.ts';

/** Hosts of URLs with special addresses, in all forms that URLs allow. */
const FORBIDDEN_HOSTS = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.0.1',
  '192.168.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'service.localhost',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[100::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
];

const NONE = parseAddressRanges('');
const policyFor = (addresses: string[], allowed = '') => ({
  resolveHost: () => Promise.resolve(addresses),
  allowedRanges: parseAddressRanges(allowed),
});
const url = (host: string) => new URL(`https://${host}/hook`);

describe('resolveAllowed', () => {
  test.each(FORBIDDEN_HOSTS)('rejects the host %s', async (host) => {
    const checking = resolveAllowed(url(host), { resolveHost, allowedRanges: NONE });
    await expect(checking).rejects.toThrow(ForbiddenAddressError);
  });

  test.each(['1.1.1.1', '[2606:4700:4700::1111]', '0x08080808'])('accepts the host %s', async (host) => {
    const { addresses } = await resolveAllowed(url(host), { resolveHost, allowedRanges: NONE });
    expect(addresses).toEqual([url(host).hostname.replace(/^\[|\]$/g, '')]);
  });

  test('rejects a host if only one of its addresses is special', async () => {
    const policy = policyFor(['1.1.1.1', '2606:4700:4700::1111', '10.0.0.7']);
    await expect(resolveAllowed(url('mixed.example'), policy)).rejects.toMatchObject({ address: '10.0.0.7' });
  });

  test('rejects a host without addresses', async () => {
    await expect(resolveAllowed(url('missing.example'), policyFor([]))).rejects.toThrow(UnresolvedHostError);
  });

  test('accepts special addresses in the allowed ranges', async () => {
    const policy = policyFor(['10.1.0.7', '::ffff:10.1.0.8'], '192.168.0.0/16, 10.1.0.0/16');
    expect(await resolveAllowed(url('internal.example'), policy)).toEqual({
      addresses: ['10.1.0.7', '::ffff:10.1.0.8'],
      allInAllowedRanges: true,
    });
  });

  test('reports that not all addresses are in the allowed ranges', async () => {
    const policy = policyFor(['10.1.0.7', '1.1.1.1'], '10.1.0.0/16');
    expect(await resolveAllowed(url('mixed.example'), policy)).toMatchObject({ allInAllowedRanges: false });
  });

  test('rejects special addresses outside of the allowed ranges', async () => {
    const policy = policyFor(['10.1.0.7', '10.2.0.7'], '10.1.0.0/16');
    await expect(resolveAllowed(url('internal.example'), policy)).rejects.toThrow(ForbiddenAddressError);
  });
});

describe('parseAddressRanges', () => {
  test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'private', 'fd00::/129', '10.0.0.0/8/8'])(
    'rejects the range %s',
    (range) => {
      expect(() => parseAddressRanges(`127.0.0.0/8,${range}`)).toThrow(`not "${range}"`);
    },
  );

  test('contains the addresses of IPv4 and IPv6 ranges', () => {
    const ranges = parseAddressRanges('127.0.0.0/8,fd00::/8');
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'].map(ranges.includes)).toEqual([true, true, true]);
    expect(['128.0.0.1', 'fc00::1'].map(ranges.includes)).toEqual([false, false]);
  });
});
