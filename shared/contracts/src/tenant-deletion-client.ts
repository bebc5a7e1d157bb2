import { z } from 'zod';
import type { ServiceClient } from './service-client.ts';

/** Paths of the internal operations of the authorization server for the deletion of tenants. */
export const TENANT_DELETIONS_PATH = '/internal/auth/tenant-deletions';
export const TENANT_DELETION_PASSES_ROUTE = `${TENANT_DELETIONS_PATH}/:tenant_id/passes`;

/** Deleted tenants whose data must be deleted now, at most 20, in the order of their due time. */
export const dueTenantDeletions = z.object({ tenant_ids: z.array(z.guid()) });

/** Result of one deletion pass through all services. */
export const tenantDeletionPass = z.object({
  /** Number of rows and files that the pass deleted in all services. */
  deleted: z.number().int().nonnegative(),
  /** False if the pass reached its time limit before it had called every service. */
  complete: z.boolean(),
  /** Duration of the pass in milliseconds, measured by the gateway. */
  duration_ms: z.number().int().nonnegative(),
});

export const recordedPass = z.object({ recorded: z.boolean() });

export interface TenantDeletionClient {
  /** Returns the ids of deleted tenants for which a deletion pass is due. */
  due(): Promise<string[]>;
  /** Records a deletion pass. The authorization server schedules the next one. */
  recordPass(
    tenantId: string,
    pass: { deleted: number; complete: boolean; durationMs: number },
  ): Promise<void>;
}

/** Creates the client of these operations. Its methods throw as {@link ServiceClient} does. */
export function createTenantDeletionClient(auth: ServiceClient): TenantDeletionClient {
  return {
    async due() {
      const response = await auth(null, { method: 'get', path: TENANT_DELETIONS_PATH });
      return dueTenantDeletions.parse(response).tenant_ids;
    },
    async recordPass(tenantId, { deleted, complete, durationMs }) {
      const path = TENANT_DELETION_PASSES_ROUTE.replace(':tenant_id', tenantId);
      const body = { deleted, complete, duration_ms: Math.ceil(durationMs) };
      await auth(null, { method: 'post', path, body });
    },
  };
}
