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
  await expect(refillLostTenantsJob(deps, lost).run(new AbortController().signal)).rejects.toMatchObject({
    code: 'SYS_SERVICE_UNAVAILABLE',
  });
  expect(lost.take()).toEqual(tenants);
});
