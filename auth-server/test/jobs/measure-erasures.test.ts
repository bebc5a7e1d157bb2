import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTenantDeletionClient } from '@loci/contracts';
import { newId } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { createMetrics } from '@loci/runtime';
import { measureErasuresJob } from '../../src/jobs/measure-erasures.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
const metrics = createMetrics('auth');
beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

/** Runs the job. Returns the values of both metrics by kind. */
async function measure(): Promise<Record<string, [count: number, oldestSeconds: number]>> {
  const now = (): Date => new Date(auth.clock.ms);
  await measureErasuresJob({ database: auth.database, now }, metrics).run(new AbortController().signal);
  const counts = (await metrics.unfinishedErasures.get()).values;
  const ages = (await metrics.oldestUnfinishedErasure.get()).values;
  return Object.fromEntries(
    counts.map(({ labels, value }) => [
      labels.kind!,
      [value, Math.round(ages.find((age) => age.labels.kind === labels.kind)!.value)],
    ]),
  );
}

test('the metrics show the unfinished deletions of tenants and the age of the oldest one', async () => {
  expect(await measure()).toEqual({ user: [0, 0], tenant: [0, 0] });
  const deletions = createTenantDeletionClient(inProcessClient(auth.server.routes, 'throw'));
  for (let count = 0; count < 2; count++) {
    const { tenantId } = await auth.newTenant();
    await auth.admin('delete', `/admin/tenants/${tenantId}`).expect(202);
    auth.clock.ms += 100_000;
  }
  expect(await measure()).toEqual({ user: [0, 0], tenant: [2, 200] });
  for (const { tenant_id: tenantId } of await deletions.due()) {
    await deletions.recordPass(tenantId, {
      deleted: 0,
      found_after: {},
      event_log_days: null,
      duration_ms: 1,
    });
  }
  expect(await measure()).toEqual({ user: [0, 0], tenant: [0, 0] });
});

test('the metrics show the unfinished erasures of users', async () => {
  const { tenantId } = await auth.newTenant();
  const id = newId();
  await auth.database.inSystemTransaction((tx) =>
    tx.query(
      `INSERT INTO erasures (tenant_id, id, user_id, requested_by, requested_at, settled_at, pseudonym, next_pass_at)
       VALUES ($1, $2, $2, 'owner', $3, $3, 'erased:0', $3)`,
      [tenantId, id, new Date(auth.clock.ms - 50_000)],
    ),
  );
  expect(await measure()).toEqual({ user: [1, 50], tenant: [0, 0] });
  await auth.database.inSystemTransaction((tx) =>
    tx.query(
      `UPDATE erasures SET completed_at = now(), receipt = '{}', pseudonym = NULL, next_pass_at = NULL WHERE id = $1`,
      [id],
    ),
  );
  expect(await measure()).toEqual({ user: [0, 0], tenant: [0, 0] });
});
