import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import { exactly } from '@loci/core';
import type { Total } from '@loci/core';
import { countRows } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { IS_DECIDABLE } from '../suggestions/suggestion.repository.ts';
import { countCreatedOn, countSearchableMemories } from '../counters/memory-counters.ts';
import { MAX_FAILED_MEMORIES, SEARCHED_FOR_FAILURES } from './overview.ts';
import type { DayActivity, Overview } from './overview.ts';

/** Reads the numbers of an overview. The cost of each query is bounded, whatever the number of memories is. */
export interface OverviewRepository {
  /** Counts unresolved contradictions between active memories. */
  countOpenContradictions(tx: Transaction, tenantId: string): Promise<Total>;
  /** Counts the open suggestions that the list of suggestions contains. */
  countOpenSuggestions(tx: Transaction, tenantId: string): Promise<Total>;
  countMemories(tx: Transaction, tenantId: string): Promise<Overview['memories']>;
  /** Finds memories with a failed embedding among the {@link SEARCHED_FOR_FAILURES} memories that changed last. */
  findFailed(tx: Transaction, tenantId: string): Promise<Overview['failed']>;
  /**
   * Counts the memories and versions that were created on each day.
   *
   * @param days starts of the days in UTC, in ascending order
   */
  countByDay(tx: Transaction, tenantId: string, days: readonly Date[]): Promise<DayActivity[]>;
}

export const overviewRepository: OverviewRepository = {
  countOpenContradictions: (tx, tenantId) =>
    countRows(
      tx,
      `SELECT FROM contradictions c
       JOIN memories s ON s.tenant_id = c.tenant_id AND s.id = c.source_memory_id AND s.is_active
       JOIN memories t ON t.tenant_id = c.tenant_id AND t.id = c.target_memory_id AND t.is_active
       WHERE c.tenant_id = $1 AND c.resolution_status = 'unresolved'`,
      [tenantId],
    ),

  countOpenSuggestions: (tx, tenantId) =>
    countRows(
      tx,
      `SELECT FROM suggestions s
       JOIN memories m ON m.tenant_id = s.tenant_id AND m.id = s.memory_id
       JOIN memories o ON o.tenant_id = s.tenant_id AND o.id = s.other_id
       WHERE s.tenant_id = $1 AND s.status = 'open' AND ${IS_DECIDABLE}`,
      [tenantId],
    ),

  countMemories: countSearchableMemories,

  findFailed: (tx, tenantId) =>
    tx.query<{ id: string; content: string }>(
      `SELECT id, content FROM (
         SELECT * FROM memories WHERE tenant_id = $1 ORDER BY updated_at DESC, id DESC
         LIMIT ${SEARCHED_FOR_FAILURES}) recent
       WHERE embedding_status = 'failed' AND is_active AND memory_type <> ALL($2)
       ORDER BY updated_at DESC, id DESC LIMIT ${MAX_FAILED_MEMORIES}`,
      [tenantId, PROTECTED_MEMORY_TYPES],
      'overview-find-failed',
    ),

  countByDay: async (tx, tenantId, days) => {
    const counts = await countCreatedOn(
      tx,
      tenantId,
      days.map((day) => day.toISOString().slice(0, 10)),
    );
    return days.map((day, index) => ({ day, created: exactly(counts[index]!) }));
  },
};
