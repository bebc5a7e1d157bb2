import { describe, expect, test } from '@jest/globals';
import { QuotaAllowances } from './quota-allowances.ts';

const TENANT = 'a';

function setUp() {
  const clock = { nowMs: 0 };
  return { clock, allowances: new QuotaAllowances(() => clock.nowMs) };
}

describe('QuotaAllowances', () => {
  test('requires a check for a tenant that was not checked', () => {
    const { allowances } = setUp();
    allowances.grant('b', 1_600);
    expect(allowances.take(TENANT, 1)).toBe(false);
  });

  test('allows a sixteenth of the free bytes in total', () => {
    const { allowances } = setUp();
    allowances.grant(TENANT, 1_600);
    expect([60, 41, 40, 1].map((bytes) => allowances.take(TENANT, bytes))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('requires another check after one second', () => {
    const { allowances, clock } = setUp();
    allowances.grant(TENANT, 1_600);
    clock.nowMs = 999;
    expect(allowances.take(TENANT, 1)).toBe(true);
    clock.nowMs = 1_000;
    expect(allowances.take(TENANT, 1)).toBe(false);
  });

  test('a later check replaces the remaining bytes', () => {
    const { allowances } = setUp();
    allowances.grant(TENANT, 1_600);
    allowances.grant(TENANT, 160);
    expect([11, 10].map((bytes) => allowances.take(TENANT, bytes))).toEqual([false, true]);
  });

  test('keeps the allowances of at most 10,000 tenants', () => {
    const { allowances } = setUp();
    for (let tenant = 0; tenant <= 10_000; tenant++) allowances.grant(String(tenant), 1_600);
    expect(['0', '9999', '10000'].map((tenant) => allowances.take(tenant, 1))).toEqual([false, false, true]);
  });
});
