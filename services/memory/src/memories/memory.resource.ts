import { memoryResource } from '@loci/contracts';
import type { MemoryResource } from '@loci/contracts';
import { cursorPaginated } from '@loci/http';
import { z } from 'zod';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';
import type { Memory } from './memory.ts';

/** A page of memories. @see docs/reference/memories.md#list-memories */
export const memoryPageResource = cursorPaginated(memoryResource);

export const deletedResource = z.object({ id: z.guid(), deleted: z.literal(true) });

export function toResource(
  memory: Memory,
  relationships: readonly RelationshipSummary[] = [],
): MemoryResource {
  return {
    id: memory.id,
    content: memory.content,
    memory_type: memory.memoryType,
    importance: memory.importance,
    confidence: memory.confidence,
    surprise_score: memory.surpriseScore,
    source_type: memory.sourceType,
    user_id: memory.userId,
    access_count: memory.accessCount,
    last_accessed: memory.lastAccessed?.toISOString() ?? null,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    metadata: memory.metadata,
    embedding_status: memory.embeddingStatus,
    relationships: relationships.map((relationship) => ({
      id: relationship.id,
      from_id: relationship.fromId,
      to_id: relationship.toId,
      relationship_type: relationship.relationshipType,
      direction_type: relationship.directionType,
      strength: relationship.strength,
      confidence: relationship.confidence,
      created_at: relationship.createdAt.toISOString(),
    })),
    tags: memory.tags,
    lifecycle_state: memory.lifecycleState,
    version: memory.version,
    is_active: memory.isActive,
  };
}
