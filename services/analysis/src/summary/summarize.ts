import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { ReadModelRepository } from '../read-model/read-model.repository.ts';
import { summarizeMemories } from './summarize-memories.ts';
import type { MemorySummary } from './summarize-memories.ts';

export interface SummarizeDeps {
  inTransaction: InTransaction;
  readModel: Pick<ReadModelRepository, 'findWindow' | 'findMany' | 'countRelationships'>;
  now(): Date;
}

export interface SummarizeRequest {
  /**
   * Ids of the memories to summarize. Unknown ids and memories that are not analyzed are ignored. Undefined
   * means all memories of the last 24 hours.
   */
  memoryIds: readonly string[] | undefined;
  /** Maximum number of memories if `memoryIds` is undefined. The newest ones are summarized. */
  maxMemories: number;
  includeRelationships: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Summarizes the memories of `memoryIds` in that order. Without `memoryIds`, summarizes the memories of the
 * last 24 hours, newest first.
 * @see docs/reference/analysis.md#summarize
 */
export async function summarize(
  { inTransaction, readModel, now }: SummarizeDeps,
  { tenantId }: Caller,
  { memoryIds, maxMemories, includeRelationships }: SummarizeRequest,
): Promise<MemorySummary> {
  const lastDay = { from: new Date(now().getTime() - DAY_MS), before: null, newest: null };
  return inTransaction(tenantId, async (tx) => {
    const memories =
      memoryIds === undefined
        ? (await readModel.findWindow(tx, tenantId, lastDay, maxMemories)).reverse()
        : await readModel.findMany(tx, tenantId, memoryIds);
    const ids = memories.map((memory) => memory.id);
    const counts = includeRelationships
      ? (await readModel.countRelationships(tx, tenantId, ids)).byType
      : null;
    return summarizeMemories(memories, counts);
  });
}
