import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';
import type { ReadRecorder } from '../readers/read-recorder.ts';
import { readerOf } from '../readers/reader.ts';
import type { AccessCounter } from './access-counter.ts';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

export interface GetMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find'>;
  accesses: Pick<AccessCounter, 'record'>;
  reads: Pick<ReadRecorder, 'record'>;
  now(): Date;
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
 * Returns a memory of any type and version with its relationships, counts the access and records the reader.
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
  const now = deps.now();
  deps.reads.record({
    ...readerOf(caller),
    tenantId: caller.tenantId,
    memoryId: found.memory.id,
    opened: 1,
    found: 0,
    firstReadAt: now,
    lastReadAt: now,
  });
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
