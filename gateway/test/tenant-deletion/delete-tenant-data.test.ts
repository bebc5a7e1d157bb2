import { expect, test } from '@jest/globals';
import { TENANT_DELETIONS_PATH } from '@loci/contracts';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { newId, unavailable } from '@loci/core';
import { deleteTenantDataJob } from '../../src/tenant-deletion/delete-tenant-data.job.ts';

/** Runs the job once on fake services. Returns the calls by service name. */
async function runJob(services: Record<string, (request: ServiceRequest) => unknown>, due: string[]) {
  const calls: string[] = [];
  const passes: { path: string; body: unknown }[] = [];
  const connect =
    (name: string): ServiceClient =>
    (_caller, request) => {
      if (name !== 'auth') {
        calls.push(`${name} ${request.path.split('/').at(-1)}`);
        return Promise.resolve().then(() => services[name]!(request));
      }
      if (request.path === TENANT_DELETIONS_PATH) return Promise.resolve({ tenant_ids: due });
      passes.push({ path: request.path, body: request.body });
      return Promise.resolve({ recorded: true });
    };
  const job = deleteTenantDataJob({ connect, services: Object.keys(services) });
  const failure = await job.run(new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
  return { calls, passes, failure };
}

test('calls each service until the service reports that it is done', async () => {
  const tenantId = newId();
  const progress = [
    { deleted: 5, done: false },
    { deleted: 2, done: true },
  ];
  const { calls, passes } = await runJob(
    { memory: () => progress.shift(), search: () => ({ deleted: 1, done: true }) },
    [tenantId],
  );
  expect(calls).toEqual([`memory ${tenantId}`, `memory ${tenantId}`, `search ${tenantId}`]);
  expect(passes).toEqual([
    {
      path: `${TENANT_DELETIONS_PATH}/${tenantId}/passes`,
      body: { deleted: 8, complete: true, duration_ms: expect.any(Number) },
    },
  ]);
});

test('continues with the next tenant if a service did not delete the data of a tenant', async () => {
  const [first, second] = [newId(), newId()];
  const { passes, failure } = await runJob(
    {
      memory: ({ path }) => {
        if (path.endsWith(first)) throw unavailable('The memory service');
        return { deleted: 0, done: true };
      },
    },
    [first, second],
  );
  expect(passes.map(({ path }) => path)).toEqual([`${TENANT_DELETIONS_PATH}/${second}/passes`]);
  expect(failure).toBeInstanceOf(AggregateError);
});
