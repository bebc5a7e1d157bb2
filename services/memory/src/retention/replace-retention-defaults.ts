import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { RetentionCache } from './retention-cache.ts';
import type { RetentionDefaultsRepository } from './retention-defaults.repository.ts';
import { requireOwner } from './retention-defaults.ts';
import type { RetentionDefaults } from './retention-defaults.ts';

export interface ReplaceRetentionDefaultsDeps {
  inTransaction: InTransaction;
  retentionDefaults: Pick<RetentionDefaultsRepository, 'replace'>;
  retention: Pick<RetentionCache, 'invalidate'>;
}

/**
 * Replaces all retention defaults of the caller's tenant. Existing memories do not change.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner
 * @see docs/reference/time.md#retention-defaults
 */
export async function replaceRetentionDefaults(
  { inTransaction, retentionDefaults, retention }: ReplaceRetentionDefaultsDeps,
  caller: Caller,
  defaults: RetentionDefaults,
): Promise<void> {
  requireOwner(caller);
  const { tenantId } = caller;
  await inTransaction(tenantId, async (tx) => {
    tx.afterCommit(() => retention.invalidate(tenantId));
    await retentionDefaults.replace(tx, tenantId, defaults);
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'tenant', objectIds: [tenantId] });
  });
}
