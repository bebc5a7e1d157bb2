import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '@loci/runtime';
import { z } from 'zod';
import { trustedProxies } from './trusted-proxies.ts';

const schema = z.object({ TRUSTED_PROXIES: trustedProxies });
const load = (value?: string) => loadConfig(schema, { TRUSTED_PROXIES: value }).TRUSTED_PROXIES;

describe('TRUSTED_PROXIES', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['0', 0],
    ['2', 2],
    ['10.0.0.0/8, 2001:db8::/32,192.0.2.1', ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']],
    ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ])('parses %j as %j', (value, trusted) => {
    expect(load(value)).toEqual(trusted);
  });

  test.each([
    'true',
    '17',
    '-1',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    'proxy.internal',
    '10.0.0.1,',
    '1,2',
  ])('rejects %j', (value) => {
    expect(() => load(value)).toThrow(/TRUSTED_PROXIES: must be a hop count/);
  });
});
