import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';
import type { AccessCounter } from './access-counter.ts';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

export interface GetMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find'>;
  accesses: Pick<AccessCounter, 'record'>;
}

export interface MemoryWithRelationships {
  memory: Memory;
  relationships: RelationshipSummary[];
}

/**
 * Selects which relationships are returned. Relationships of inactive versions are returned only if
 * `includeInactive` is true.
 */
export interface RelationshipOptions {
  includeInactive?: boolean;
}

/**
 * Returns a memory of any type and version with its relationships, and counts the access.
 *
 * @throws RES_NOT_FOUND if the memory does not exist
 * @see docs/reference/memories.md#get-a-memory
 */
export async function getMemory(
  deps: GetMemoryDeps,
  caller: Caller,
  id: string,
  options: RelationshipOptions = {},
): Promise<MemoryWithRelationships> {
  const found = await readMemory(deps, caller.tenantId, id, options);
  deps.accesses.record(caller.tenantId, id);
  return found;
}

/**
 * Returns a memory like `getMemory`, but does not count the access.
 *
 * @throws RES_NOT_FOUND if the memory does not exist
 */
export async function readMemory(
  { inTransaction, memories }: Pick<GetMemoryDeps, 'inTransaction' | 'memories'>,
  tenantId: string,
  id: string,
  options: RelationshipOptions = {},
): Promise<MemoryWithRelationships> {
  const [memory, relationships] = await inTransaction(tenantId, (tx) =>
    Promise.all([memories.find(tx, tenantId, id), findRelationshipSummaries(tx, tenantId, [id], options)]),
  );
  if (!memory) throw notFound('memory', id);
  return { memory, relationships: relationships.get(id) ?? [] };
}
