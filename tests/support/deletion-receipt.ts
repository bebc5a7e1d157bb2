import { expect } from '@jest/globals';
import type { Json } from './api-connection.ts';

interface StoreResult {
  service: string;
  store: string;
  found_before: number;
  found_after: number;
}

/**
 * Expects the receipt of the deletion of a tenant: every table that contained rows of the tenant is in it with at least
 * their number, and nothing was found afterwards.
 *
 * @param filled number of rows by table, with the schema, before the deletion
 * @returns the number of found rows, files and index entries before the deletion, by service and store
 */
export function expectReceipt(
  receipt: Json,
  filled: Readonly<Record<string, number>>,
): Record<string, number> {
  const stores: StoreResult[] = receipt.stores;
  expect(stores.filter(({ found_after: after }) => after !== 0)).toEqual([]);
  const found = Object.fromEntries(
    stores.map(({ service, store, found_before: before }) => [`${service}.${store}`, before]),
  );
  const kept = ['auth.api_keys', 'auth.grants', 'auth.tenants'];
  // Jobs delete these rows when they have handled them.
  const changing = /\.(outbox|counter_changes)$/;
  for (const [table, rows] of Object.entries(filled)) {
    if (kept.includes(table) || changing.test(table)) continue;
    expect({ table, rows: found[table] }).toEqual({ table, rows: expect.any(Number) });
    expect({ table, isComplete: found[table]! >= rows }).toEqual({ table, isComplete: true });
  }
  return found;
}
