import { z } from 'zod';
import { EMBEDDING_STATUSES, LIFECYCLE_STATES, MEMORY_TYPES, SOURCE_TYPES } from './memory-types.ts';
import { DIRECTION_TYPES, RELATIONSHIP_TYPES } from './relationship-types.ts';
import { VALIDITIES } from './validity.ts';
import { MAX_SIMILAR, similarMemory } from './similar-memories.ts';

const relationshipSummary = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  direction_type: z.enum(DIRECTION_TYPES),
  strength: z.number(),
  confidence: z.number(),
  created_at: z.string(),
});

/** A memory in API responses. @see docs/reference/memories.md#the-memory-object */
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
  occurred_at: z.string(),
  updated_at: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  embedding_status: z.enum(EMBEDDING_STATUSES),
  relationships: z.array(relationshipSummary),
  tags: z.array(z.string()),
  lifecycle_state: z.enum(LIFECYCLE_STATES),
  version: z.int(),
  is_active: z.boolean(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  validity: z.enum(VALIDITIES),
  expires_at: z.string().nullable(),
  /** True if retention defaults do not apply to the memory. */
  pinned: z.boolean(),
});

export type MemoryResource = z.infer<typeof memoryResource>;

/** A new memory, with the existing memories that say nearly the same or the opposite. */
export const createdMemoryResource = memoryResource.extend({
  /** Absent if the request did not ask for it. Null if the search service did not respond in time. */
  similar: z.array(similarMemory).max(MAX_SIMILAR).nullable().optional(),
});

export type CreatedMemoryResource = z.infer<typeof createdMemoryResource>;

/** A memory that may be a state of the past, in which fields that are not part of a revision are null. */
export const recordedMemoryResource = memoryResource.extend({
  surprise_score: z.number().nullable(),
  access_count: z.int().nullable(),
  embedding_status: z.enum(EMBEDDING_STATUSES).nullable(),
  relationships: z.array(relationshipSummary).nullable(),
});

export type RecordedMemoryResource = z.infer<typeof recordedMemoryResource>;
