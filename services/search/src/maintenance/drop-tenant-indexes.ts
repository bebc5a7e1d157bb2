import type { TenantDataDeletion } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface DropTenantIndexesDeps {
  keywordIndex: Pick<KeywordIndex, 'dropTenant'>;
  space: { index: Pick<VectorIndex, 'dropTenant'> };
  /** Returns the space of the previous model while it serves searches, otherwise null. */
  previousSpace(): Promise<{ index: Pick<VectorIndex, 'dropTenant'> } | null>;
}

/**
 * Deletes a tenant from the keyword index and from all vector indexes in use, in each of the collections. Idempotent.
 */
export async function dropTenantIndexes(
  collections: readonly DropTenantIndexesDeps[],
  tenantId: string,
): Promise<TenantDataDeletion> {
  for (const { keywordIndex, space, previousSpace } of collections) {
    await keywordIndex.dropTenant(tenantId);
    await space.index.dropTenant(tenantId);
    await (await previousSpace())?.index.dropTenant(tenantId);
  }
  return { deleted: 0, done: true };
}
