import { expect, test } from '@jest/globals';
import { TENANT_DELETIONS_PATH } from '@loci/contracts';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { newId, unavailable } from '@loci/core';
import { deleteTenantDataJob } from '../../src/tenant-deletion/delete-tenant-data.job.ts';

/** Rows of a fake service. */
interface FakeService {
  /** Number of rows. A call deletes at most five of them. */
  rows: number;
  /** Tenant for which the service does not respond. */
  failsFor?: string;
}

/** Runs the job once on fake services. Returns the calls by service name, and the recorded passes. */
async function runJob(
  services: Record<string, FakeService>,
  due: { tenant_id: string; is_searched: boolean }[],
  eventLogDays: number | null = null,
) {
  const calls: string[] = [];
  const passes: { path: string; body: unknown }[] = [];
  const call = (name: string, { method, path }: ServiceRequest): unknown => {
    const service = services[name]!;
    if (path.split('/').at(-1) === service.failsFor) throw unavailable('The service');
    calls.push(`${method} ${name}`);
    if (method === 'get') return { found: { rows: service.rows } };
    const deleted = Math.min(5, service.rows);
    service.rows -= deleted;
    return { deleted, done: service.rows === 0 };
  };
  const connect =
    (name: string): ServiceClient =>
    (_caller, request) => {
      if (name !== 'auth') return Promise.resolve().then(() => call(name, request));
      if (request.path === TENANT_DELETIONS_PATH) return Promise.resolve({ items: due });
      passes.push({ path: request.path, body: request.body });
      return Promise.resolve({ recorded: true });
    };
  const job = deleteTenantDataJob({ connect, services: Object.keys(services), eventLogDays });
  const failure = await job.run(new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
  return { calls, passes, failure };
}

const pathOf = (tenantId: string): string => `${TENANT_DELETIONS_PATH}/${tenantId}/passes`;

test('searches all services, records the result, deletes until each service is done, and searches again', async () => {
  const tenantId = newId();
  const { calls, passes } = await runJob(
    { memory: { rows: 7 }, search: { rows: 1 } },
    [{ tenant_id: tenantId, is_searched: false }],
    8,
  );
  expect(calls).toEqual([
    'get memory',
    'get search',
    'delete memory',
    'delete memory',
    'delete search',
    'get memory',
    'get search',
  ]);
  const common = { event_log_days: 8, duration_ms: expect.any(Number) };
  expect(passes).toEqual([
    {
      path: pathOf(tenantId),
      body: { ...common, deleted: 0, found_before: { memory: { rows: 7 }, search: { rows: 1 } } },
    },
    {
      path: pathOf(tenantId),
      body: { ...common, deleted: 8, found_after: { memory: { rows: 0 }, search: { rows: 0 } } },
    },
  ]);
});

test('does not repeat the search before the deletion', async () => {
  const tenantId = newId();
  const { calls, passes } = await runJob({ memory: { rows: 1 } }, [
    { tenant_id: tenantId, is_searched: true },
  ]);
  expect(calls).toEqual(['delete memory', 'get memory']);
  expect(passes).toHaveLength(1);
});

test('continues with the next tenant if a service did not delete the data of a tenant', async () => {
  const [first, second] = [newId(), newId()];
  const services = { memory: { rows: 0, failsFor: first } };
  const due = [first, second].map((id) => ({ tenant_id: id, is_searched: true }));
  const { passes, failure } = await runJob(services, due);
  expect(passes.map(({ path }) => path)).toEqual([pathOf(second)]);
  expect(failure).toBeInstanceOf(AggregateError);
});
