import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Page } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ContradictionRepository } from './contradiction.repository.ts';
import type { Contradiction } from './contradiction.ts';

export interface ListContradictionsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find'>;
  contradictions: Pick<ContradictionRepository, 'listByMemory'>;
}

/**
 * Returns a page of the contradictions that have the memory as source or target, newest first.
 *
 * @throws RES_NOT_FOUND if the memory does not exist
 * @see docs/reference/memories.md#list-the-contradictions-of-a-memory
 */
export async function listContradictions(
  { inTransaction, memories, contradictions }: ListContradictionsDeps,
  caller: Caller,
  memoryId: string,
  { page, perPage }: Page,
): Promise<Contradiction[]> {
  const { tenantId } = caller;
  const [memory, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      memories.find(tx, tenantId, memoryId),
      contradictions.listByMemory(tx, tenantId, memoryId, perPage, (page - 1) * perPage),
    ]),
  );
  if (!memory) throw notFound('memory', memoryId);
  return found;
}
