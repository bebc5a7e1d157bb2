import type { MemoryVersion } from '@loci/contracts';
import { existingMemory } from './known-memory.repository.ts';
import type { ObservedMemory } from './known-memory.repository.ts';

/**
 * Converts a version that the memory service returned to observations of two memories: the version itself,
 * and its successor, which existed when the version was replaced.
 */
export function toObservedMemories(
  tenantId: string,
  { id, version, is_active: isActive, superseded_by: supersededBy }: MemoryVersion,
): ObservedMemory[] {
  const memory = { tenantId, id, deleted: false, version, isActive, supersededBy };
  return supersededBy === null ? [memory] : [memory, existingMemory(tenantId, supersededBy)];
}
