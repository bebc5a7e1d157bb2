import { z } from 'zod';
import { foundByStore } from './found-by-service.ts';
import type { FoundByStore } from './found-by-service.ts';
import type { ServiceClient } from './service-client.ts';

/** Path of the internal operations with which every service counts and deletes its data of a tenant. */
export const TENANT_DATA_ROUTE = '/internal/tenant-data/:tenant_id';

/** Progress of the deletion of a tenant's data in one service. */
export const tenantDataDeletion = z.object({
  /** Number of rows and files that the call deleted. */
  deleted: z.number().int().nonnegative(),
  /** False if the call reached its time limit. The next call continues. */
  done: z.boolean(),
});

export type TenantDataDeletion = z.infer<typeof tenantDataDeletion>;

/** Number of rows, files or index entries of a tenant in one service, by store. */
export const tenantDataSearch = z.object({ found: foundByStore });

/** Exceeds the time limit of a call, 10 seconds, by the duration of one statement. */
const CALL_TIMEOUT_MS = 60_000;
/** Exceeds the duration of the counts of all tables of a service for a tenant with ten million rows. */
const SEARCH_TIMEOUT_MS = 240_000;

/**
 * Deletes data of a tenant in a service, for at most about 10 seconds. Idempotent.
 *
 * @param service client of the service
 * @throws as {@link ServiceClient}
 */
export async function deleteTenantData(
  service: ServiceClient,
  tenantId: string,
  signal: AbortSignal,
): Promise<TenantDataDeletion> {
  const path = TENANT_DATA_ROUTE.replace(':tenant_id', tenantId);
  const response = await service(null, { method: 'delete', path }, { signal, timeoutMs: CALL_TIMEOUT_MS });
  return tenantDataDeletion.parse(response);
}

/**
 * Searches every store of a service for data of a tenant.
 *
 * @param service client of the service
 * @throws as {@link ServiceClient}
 */
export async function findTenantData(
  service: ServiceClient,
  tenantId: string,
  signal: AbortSignal,
): Promise<FoundByStore> {
  const path = TENANT_DATA_ROUTE.replace(':tenant_id', tenantId);
  const response = await service(null, { method: 'get', path }, { signal, timeoutMs: SEARCH_TIMEOUT_MS });
  return tenantDataSearch.parse(response).found;
}
