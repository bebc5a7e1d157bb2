import { z } from 'zod';
import { foundByService } from './found-by-service.ts';
import type { ServiceClient } from './service-client.ts';

/** Paths of the internal operations of the authorization server for the deletion of tenants. */
export const TENANT_DELETIONS_PATH = '/internal/auth/tenant-deletions';
export const TENANT_DELETION_PASSES_ROUTE = `${TENANT_DELETIONS_PATH}/:tenant_id/passes`;

/** A deleted tenant whose data must be deleted now. */
export const dueTenantDeletion = z.object({
  tenant_id: z.guid(),
  /** False until a search before the deletion was recorded. */
  is_searched: z.boolean(),
});
export type DueTenantDeletion = z.infer<typeof dueTenantDeletion>;

/** Deleted tenants whose data must be deleted now, at most 20, in the order of their due time. */
export const dueTenantDeletions = z.object({ items: z.array(dueTenantDeletion) });

/** Result of one deletion pass through all services. */
export const tenantDeletionPass = z.object({
  /** Number of rows and files that the pass deleted in all services. */
  deleted: z.number().int().nonnegative(),
  /** Result of the search before the deletion. Absent if an earlier pass recorded it. */
  found_before: foundByService.optional(),
  /** Result of the search after the deletion. Absent if the pass did not reach the end of the deletion. */
  found_after: foundByService.optional(),
  /** Days for which an event log outside the services keeps events. Null if there is none. */
  event_log_days: z.int().nonnegative().nullable(),
  /** Duration of the pass in milliseconds, measured by the gateway. */
  duration_ms: z.number().int().nonnegative(),
});
export type TenantDeletionPass = z.infer<typeof tenantDeletionPass>;

export const recordedPass = z.object({ recorded: z.boolean() });

export interface TenantDeletionClient {
  /** Returns the deleted tenants for which a deletion pass is due. */
  due(): Promise<DueTenantDeletion[]>;
  /** Records a deletion pass, or the search before the deletion. The authorization server schedules the next pass. */
  recordPass(tenantId: string, pass: TenantDeletionPass): Promise<void>;
}

/** Creates the client of these operations. Its methods throw as {@link ServiceClient} does. */
export function createTenantDeletionClient(auth: ServiceClient): TenantDeletionClient {
  return {
    async due() {
      const response = await auth(null, { method: 'get', path: TENANT_DELETIONS_PATH });
      return dueTenantDeletions.parse(response).items;
    },
    async recordPass(tenantId, pass) {
      const path = TENANT_DELETION_PASSES_ROUTE.replace(':tenant_id', tenantId);
      await auth(null, { method: 'post', path, body: pass });
    },
  };
}
