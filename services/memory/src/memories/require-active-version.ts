import { AppError } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

/**
 * Requires that a locked memory is active, because an inactive version is part of the history and must not change.
 *
 * @throws RES_ALREADY_EXISTS for an inactive version, with `current_memory_id` in the details
 * @see docs/reference/memories.md#lifecycle-states
 */
export async function requireActiveVersion(
  { memories }: { memories: Pick<MemoryRepository, 'findCurrent'> },
  tx: Transaction,
  { tenantId, id, chainId, isActive, version }: Memory,
): Promise<void> {
  if (isActive) return;
  const current = await memories.findCurrent(tx, tenantId, chainId);
  throw new AppError(
    'RES_ALREADY_EXISTS',
    `Version ${version} of the memory is inactive and cannot change. details.current_memory_id is the current version.`,
    { details: { resource_type: 'memory version', identifier: id, current_memory_id: current?.id ?? null } },
  );
}
