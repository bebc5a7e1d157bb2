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
  { memories }: { memories: Pick<MemoryRepository, 'findCurrentIds'> },
  tx: Transaction,
  { tenantId, id, isActive, version }: Memory,
): Promise<void> {
  if (isActive) return;
  const currentIds = await memories.findCurrentIds(tx, tenantId, [id]);
  throw new AppError(
    'RES_ALREADY_EXISTS',
    `Version ${version} of the memory is inactive and cannot change. Use the active version instead. ` +
      'Its id is in details.current_memory_id, which is null if no version is active.',
    {
      details: {
        resource_type: 'memory version',
        identifier: id,
        current_memory_id: currentIds.get(id) ?? null,
      },
    },
  );
}
