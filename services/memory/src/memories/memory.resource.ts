import {
  DIRECTION_TYPES,
  EMBEDDING_STATUSES,
  LIFECYCLE_STATES,
  MEMORY_TYPES,
  RELATIONSHIP_TYPES,
  SOURCE_TYPES,
} from '@loci/contracts';
import { paginated } from '@loci/http';
import { z } from 'zod';
import type { ShownRelationship } from '../relationships/relationship-projection.ts';
import type { Memory } from './memory.ts';

const shownRelationship = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  direction_type: z.enum(DIRECTION_TYPES),
  strength: z.number(),
  confidence: z.number(),
  created_at: z.string(),
});

/** @see SPEC.md "Memory"; DECISIONS.md "Memories" */
export const memoryResource = z.object({
  id: z.guid(),
  content: z.string(),
  memory_type: z.enum(MEMORY_TYPES),
  importance: z.number(),
  confidence: z.number(),
  surprise_score: z.number(),
  source_type: z.enum(SOURCE_TYPES),
  user_id: z.string(),
  access_count: z.int(),
  last_accessed: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  embedding_status: z.enum(EMBEDDING_STATUSES),
  relationships: z.array(shownRelationship),
  tags: z.array(z.string()),
  lifecycle_state: z.enum(LIFECYCLE_STATES),
  version: z.int(),
  is_active: z.boolean(),
});

export const memoryPageResource = paginated(memoryResource);

export const deletedResource = z.object({ id: z.guid(), deleted: z.literal(true) });

export function toResource(memory: Memory, relationships: readonly ShownRelationship[] = []) {
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
