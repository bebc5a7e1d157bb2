import { AppError, notFound } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { findListedTenant } from '../tenants/tenant.repository.ts';
import type { ListedTenant } from '../tenants/tenant.ts';
import { findMember } from '../users/user.repository.ts';
import { insertDeletionRecord } from './deletion-record.repository.ts';
import { endTenantAccess, lockTenant, markDeleted } from './tenant-deletion.repository.ts';

export interface DeleteTenantDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Marks a tenant as deleted and ends all access to it. Gateways delete its data in all services afterwards.
 * Idempotent until the row of the tenant is deleted.
 *
 * @param options.requiredOwnerId ID of a user who must be an owner of the tenant. If absent, no owner is
 *   required.
 * @throws RES_NOT_FOUND for an unknown tenant; RES_ALREADY_EXISTS for the bootstrap tenant; AUTH_FORBIDDEN if
 *   the user `requiredOwnerId` is not an owner of the tenant
 */
export function deleteTenant(
  { database, now }: DeleteTenantDeps,
  tenantId: string,
  { requiredOwnerId }: { requiredOwnerId?: string } = {},
): Promise<ListedTenant> {
  return database.inSystemTransaction(async (tx) => {
    const tenant = await lockTenant(tx, tenantId);
    if (tenant === null) throw notFound('tenant', tenantId);
    if (
      requiredOwnerId !== undefined &&
      (await findMember(tx, tenantId, requiredOwnerId))?.role !== 'owner'
    ) {
      throw new AppError('AUTH_FORBIDDEN', 'Only owners can delete the tenant.');
    }
    if (tenant.bootstrap) {
      throw new AppError(
        'RES_ALREADY_EXISTS',
        'The bootstrap tenant cannot be deleted, because every start creates it if it is missing.',
        { details: { resource_type: 'tenant', resource_id: tenantId } },
      );
    }
    if (tenant.deletion === null) {
      const requestedAt = now();
      await markDeleted(tx, tenantId, requestedAt);
      await insertDeletionRecord(tx, tenantId, requestedAt);
      await endTenantAccess(tx, tenantId, now());
      await recordAudit(tx, { tenantId, action: 'delete', objectType: 'tenant', objectIds: [tenantId] });
    }
    return (await findListedTenant(tx, tenantId))!;
  });
}
