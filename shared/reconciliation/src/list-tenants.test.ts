import { expect, test } from '@jest/globals';
import { listTenants } from './list-tenants.ts';

const readerOf = (tenants: readonly string[]) => async (after: string | null, limit: number) =>
  tenants.filter((id) => after === null || id > after).slice(0, limit);

test('listTenants returns each tenant of the index and of the owners once, in ascending order', async () => {
  const many = Array.from({ length: 450 }, (_, i) => `m${String(i).padStart(3, '0')}`);
  const tenants = await listTenants(['z', 'a', 'm000'], [readerOf(many), readerOf(['a', 'b'])]);
  expect(tenants).toEqual(['a', 'b', ...many, 'z']);
});

test('listTenants returns an empty list if neither the index nor an owner has a tenant', async () => {
  expect(await listTenants([], [readerOf([])])).toEqual([]);
});
