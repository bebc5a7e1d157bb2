import { expect, test } from '@jest/globals';
import { newId, unavailable } from '@loci/core';
import { createLostTenants, refillLostTenantsJob } from './refill-lost-tenants.job.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

test('refill-lost-tenants retries in the next run every tenant that failed', async () => {
  const fail = () => Promise.reject(unavailable('The database'));
  const unavailableIndex = new Proxy({}, { get: () => fail });
  const deps = {
    database: unavailableIndex,
    keywordIndex: unavailableIndex,
    space: { index: unavailableIndex, embedder: unavailableIndex },
    owners: [],
  } as unknown as ReconcileDeps;
  const lost = createLostTenants();
  const tenants = [newId(), newId(), newId()];
  for (const tenantId of tenants) lost.add(tenantId);
  await expect(
    refillLostTenantsJob([{ ...deps, lostTenants: lost }]).run(new AbortController().signal),
  ).rejects.toMatchObject({
    code: 'SYS_SERVICE_UNAVAILABLE',
  });
  expect(tenants.map(lost.has)).toEqual([true, true, true]);
  expect(lost.take()).toEqual(tenants);
});

test('refill-lost-tenants ends the loss of a tenant whose indexes are complete again', async () => {
  const empty = new Proxy({}, { get: () => () => Promise.resolve([]) });
  const deps = {
    database: empty,
    keywordIndex: empty,
    space: { index: empty },
    owners: [],
  } as unknown as ReconcileDeps;
  const lost = createLostTenants();
  const tenantId = newId();
  lost.add(tenantId);
  expect(lost.has(tenantId)).toBe(true);
  await refillLostTenantsJob([{ ...deps, lostTenants: lost }]).run(new AbortController().signal);
  expect(lost.has(tenantId)).toBe(false);
});
