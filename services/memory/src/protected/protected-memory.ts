import type { PROTECTED_MEMORY_TYPES, ProtectedMemory } from '@loci/contracts';
import type { Memory, Metadata } from '../memories/memory.ts';

export type ProtectedType = (typeof PROTECTED_MEMORY_TYPES)[number];

/**
 * Filter by type, user and metadata. An absent field matches all memories. The metadata of a matching memory
 * contains the given entries.
 */
export interface ProtectedMemoryFilter {
  memoryType?: ProtectedType | undefined;
  userId?: string | undefined;
  metadata?: Metadata | undefined;
}

export const toProtectedMemory = (memory: Memory): ProtectedMemory => ({
  id: memory.id,
  memory_type: memory.memoryType as ProtectedType,
  content: memory.content,
  user_id: memory.userId,
  metadata: memory.metadata,
  lifecycle_state: memory.lifecycleState,
  is_active: memory.isActive,
  created_at: memory.createdAt.toISOString(),
  updated_at: memory.updatedAt.toISOString(),
});
