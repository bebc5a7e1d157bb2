import type { Caller } from '@loci/core';
import { continueAfter, timeAndId } from '@loci/http';
import type { Cursor } from '@loci/http';
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
  checkpoints: Pick<CheckpointRepository, 'list' | 'count' | 'findByNamePattern'>;
}

export interface CheckpointPage {
  /** Number of checkpoints to skip, at least 0. Ignored with a cursor. */
  offset: number;
  cursor: Cursor | undefined;
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

/** Name of this list in its cursors. */
export const CHECKPOINT_LIST = 'checkpoints';

/**
 * Lists the tenant's active checkpoints, newest first.
 *
 * @returns the page, plus one checkpoint if there is a next page, and the number of all matching checkpoints
 * @throws VAL_FIELD_INVALID for the cursor of another list
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

/** Returns the part of the list to read, with one additional checkpoint. */
const toPart = ({ offset, limit, cursor }: CheckpointPage) => ({
  offset: cursor === undefined ? offset : 0,
  limit: limit + 1,
  after: continueAfter(cursor, CHECKPOINT_LIST, timeAndId),
});

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
    checkpoints.list(tx, tenantId, toPart(page)),
    checkpoints.count(tx, tenantId),
  ]);
  return { memories, total };
}

async function readMatchingPage(
  { checkpoints, memories }: ListCheckpointsDeps,
  tx: Transaction,
  tenantId: string,
  page: CheckpointPage,
): Promise<MemoryPage> {
  const { offset, limit, after } = toPart(page);
  const matches = await checkpoints.findByNamePattern(tx, tenantId, page.namePattern, after);
  const listed: Memory[] = [];
  let remaining = matches.ids.slice(offset);
  // Checkpoints can be deleted after their names were read. The next ones take their places. Otherwise, the page
  // would seem to be the last one.
  while (listed.length < limit && remaining.length > 0) {
    const ids = remaining.slice(0, limit - listed.length);
    remaining = remaining.slice(ids.length);
    const found = await memories.findMany(tx, tenantId, ids);
    const byId = new Map(found.map((memory) => [memory.id, memory]));
    listed.push(...ids.flatMap((id) => byId.get(id) ?? []));
  }
  return { memories: listed, total: matches.total };
}
