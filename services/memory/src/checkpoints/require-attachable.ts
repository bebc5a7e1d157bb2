import { isProtectedType } from '@loci/contracts';
import { notFound } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';

/**
 * Returns the IDs of the current versions of memories that a client attaches to a checkpoint.
 *
 * @throws RES_NOT_FOUND for the first memory that does not exist or is protected
 */
export async function requireAttachable(
  memories: Pick<MemoryRepository, 'findMany' | 'findCurrentIds'>,
  tx: Transaction,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<string[]> {
  if (memoryIds.length === 0) return [];
  const ids = memoryIds.map((id) => id.toLowerCase());
  const found = await memories.findMany(tx, tenantId, ids);
  const attachable = new Set(
    found.filter(({ memoryType }) => !isProtectedType(memoryType)).map(({ id }) => id),
  );
  const missing = ids.find((id) => !attachable.has(id));
  if (missing !== undefined) throw notFound('memory', missing);
  const currentIds = await memories.findCurrentIds(tx, tenantId, ids);
  return [...new Set(ids.map((id) => currentIds.get(id) ?? id))];
}
