import type { Caller } from '@loci/core';
import type { InTransaction, Transaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { CheckpointRepository } from './checkpoint.repository.ts';
import { toCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

export interface ListCheckpointsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'findMany' | 'findVersions'>;
  checkpoints: Pick<CheckpointRepository, 'list' | 'count' | 'findIdsByNamePattern'>;
}

export interface CheckpointPage {
  /** Number of checkpoints to skip, at least 0. */
  offset: number;
  /** Maximum number of checkpoints, at least 1. */
  limit: number;
  /** Case-insensitive substring of the name. An empty string matches all names. */
  namePattern: string;
}

export interface CheckpointWithCount {
  checkpoint: Checkpoint;
  /** Number of attached memories that still exist. */
  memoryCount: number;
}

/**
 * Returns a page of the tenant's active checkpoints, newest first, and the number of all matching
 * checkpoints.
 * @see docs/reference/mcp-tools.md#list_contexts
 */
export async function listCheckpoints(
  deps: ListCheckpointsDeps,
  { tenantId }: Caller,
  page: CheckpointPage,
): Promise<{ items: CheckpointWithCount[]; total: number }> {
  return deps.inTransaction(tenantId, async (tx) => {
    const { memories, total } = await (page.namePattern === ''
      ? readPage(deps, tx, tenantId, page)
      : readMatchingPage(deps, tx, tenantId, page));
    const relationships = await findRelationshipSummaries(
      tx,
      tenantId,
      memories.map(({ id }) => id),
    );
    const checkpoints = memories.map((memory) => toCheckpoint(memory, relationships.get(memory.id) ?? []));
    const attachedIds = [...new Set(checkpoints.flatMap(({ memoryIds }) => memoryIds))];
    const existingIds = new Set(
      attachedIds.length === 0
        ? []
        : (await deps.memories.findVersions(tx, tenantId, attachedIds)).map(({ id }) => id),
    );
    const items = checkpoints.map((checkpoint) => ({
      checkpoint,
      memoryCount: checkpoint.memoryIds.filter((id) => existingIds.has(id)).length,
    }));
    return { items, total };
  });
}

interface MemoryPage {
  memories: Memory[];
  total: number;
}

async function readPage(
  { checkpoints }: ListCheckpointsDeps,
  tx: Transaction,
  tenantId: string,
  page: CheckpointPage,
): Promise<MemoryPage> {
  const [memories, total] = await Promise.all([
    checkpoints.list(tx, tenantId, page),
    checkpoints.count(tx, tenantId),
  ]);
  return { memories, total };
}

async function readMatchingPage(
  { checkpoints, memories }: ListCheckpointsDeps,
  tx: Transaction,
  tenantId: string,
  { offset, limit, namePattern }: CheckpointPage,
): Promise<MemoryPage> {
  const matchingIds = await checkpoints.findIdsByNamePattern(tx, tenantId, namePattern);
  const ids = matchingIds.slice(offset, offset + limit);
  const found = await memories.findMany(tx, tenantId, ids);
  const byId = new Map(found.map((memory) => [memory.id, memory]));
  return { memories: ids.flatMap((id) => byId.get(id) ?? []), total: matchingIds.length };
}
