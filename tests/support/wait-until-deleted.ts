import { expect } from '@jest/globals';
import type { ApiResponse } from './api-connection.ts';
import { eventually } from './eventually.ts';
import type { Query } from './tenant-rows.ts';

/**
 * Waits until a tenant whose deletion was requested has the status `deleted`. The status changes when a pass finds no
 * data 60 s after the request. An earlier request time skips the wait.
 *
 * @param getTenant requests the tenant from the admin API
 */
export async function waitUntilDeleted(
  query: Query,
  tenantId: string,
  getTenant: () => Promise<ApiResponse>,
  timeoutMs: number,
): Promise<void> {
  await query(
    `UPDATE auth.tenants SET deletion_requested_at = deletion_requested_at - interval '5 minutes' WHERE tenant_id = $1`,
    [tenantId],
  );
  await eventually(async () => {
    const { body } = await getTenant();
    expect(body.data.status).toBe('deleted');
  }, timeoutMs);
}
