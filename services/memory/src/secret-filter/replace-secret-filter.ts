import type { SecretFilterSetting } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { SecretFilterRepository } from './secret-filter.repository.ts';

export interface ReplaceSecretFilterDeps {
  inTransaction: InTransaction;
  secretFilters: Pick<SecretFilterRepository, 'replace'>;
}

/**
 * Sets what happens to later writes with secrets in the caller's tenant.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner
 * @see docs/reference/secret-filter.md#replace-the-secret-filter
 */
export async function replaceSecretFilter(
  { inTransaction, secretFilters }: ReplaceSecretFilterDeps,
  { role, tenantId }: Caller,
  action: SecretFilterSetting,
): Promise<void> {
  if (role !== 'owner') {
    throw new AppError('AUTH_FORBIDDEN', 'Only owners can change the secret filter.', {
      details: { required_role: 'owner', current_role: role },
    });
  }
  await inTransaction(tenantId, async (tx) => {
    await secretFilters.replace(tx, tenantId, action);
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'tenant', objectIds: [tenantId] });
  });
}
