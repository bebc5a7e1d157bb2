import { MAX_UNINDEXED, MAX_UNINDEXED_CONTENT, PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { UnindexedMemory } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** Number of recently changed memories among which the query searches, so that its cost has a bound. */
const RECENT = 100;

/**
 * Returns memories that are true now and that the search service has not indexed yet, latest change first. Finds the
 * memories that are among the {@link RECENT} latest changed ones of the tenant.
 *
 * @returns at most {@link MAX_UNINDEXED} memories of at most {@link MAX_UNINDEXED_CONTENT} characters
 */
export const findUnindexedMemories = (
  tx: Transaction,
  tenantId: string,
  now: Date,
): Promise<UnindexedMemory[]> =>
  tx.query<UnindexedMemory>(
    `SELECT id, content FROM (
       SELECT * FROM memories WHERE tenant_id = $1 ORDER BY updated_at DESC, id DESC LIMIT ${RECENT}) recent
     WHERE embedding_status = 'pending' AND length(content) <= ${MAX_UNINDEXED_CONTENT} AND is_active AND memory_type <> ALL($2)
       AND (valid_from IS NULL OR valid_from <= $3) AND (valid_until IS NULL OR valid_until > $3)
     ORDER BY updated_at DESC, id DESC LIMIT ${MAX_UNINDEXED}`,
    [tenantId, PROTECTED_MEMORY_TYPES, now],
    'memory-find-unindexed',
  );
