import {
  EMBEDDING_STATUSES,
  EVOLUTION_TYPES,
  LIFECYCLE_STATES,
  MEMORY_TYPES,
  SOURCE_TYPES,
} from '@loci/contracts';
import { z } from 'zod';

/** Why a memory was made out of another; rides on `memory.created` for the graph to link both. */
export const evolvedFromSchema = z.object({
  /** Id of the relationship from the new memory to the original. */
  evolution_id: z.guid(),
  original_memory_id: z.guid(),
  evolution_type: z.enum(EVOLUTION_TYPES),
  reason: z.string().nullable().default(null),
});
export type EvolvedFrom = z.infer<typeof evolvedFromSchema>;

/** What a memory takes the place of, when it resolves a contradiction: one `supersedes` relationship for each. */
export const supersededSchema = z.object({ relationship_id: z.guid(), memory_id: z.guid() });
export type Superseded = z.infer<typeof supersededSchema>;

/** `memory.created`, `memory.updated`: the whole memory. What is not part of the revision is not in it. */
export const memoryStateSchema = z.object({
  id: z.guid(),
  content: z.string(),
  memory_type: z.enum(MEMORY_TYPES),
  importance: z.number(),
  confidence: z.number(),
  source_type: z.enum(SOURCE_TYPES),
  user_id: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  lifecycle_state: z.enum(LIFECYCLE_STATES),
  version: z.int(),
  is_active: z.boolean(),
  /** The conversation it belongs to, with the moment of its creation as its place; null outside of one. */
  conversation_id: z.string().nullable(),
  /** Which version of the content this is: a new embedding is due only when it changes. */
  content_revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** On `memory.created` alone: where the memory came from. */
  evolved_from: evolvedFromSchema.optional(),
  supersedes: z.array(supersededSchema).optional(),
});
export type MemoryState = z.infer<typeof memoryStateSchema>;

/** `memory.deleted`: the tombstone. */
export const memoryDeletedSchema = z.object({ id: z.guid() });

/** `embedding.completed`, `embedding.failed` of a memory or a chunk, by the search service. */
export const embeddingStateSchema = z.object({
  id: z.guid(),
  kind: z.enum(['memory', 'chunk']),
  document_id: z.guid().nullable(),
  embedding_status: z.enum(EMBEDDING_STATUSES),
  /** The `content_revision` that was embedded: one of an older content is ignored. */
  content_revision: z.int(),
  /** 1 - similarity to the nearest memory of the tenant when it was stored; null when not measured. */
  surprise_score: z.number().nullable(),
});
export type EmbeddingState = z.infer<typeof embeddingStateSchema>;
