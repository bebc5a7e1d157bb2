import {
  EMBEDDING_STATUSES,
  EVOLUTION_TYPES,
  LIFECYCLE_STATES,
  MEMORY_TYPES,
  SIMILARITY_KINDS,
  SOURCE_TYPES,
  similarityEvidence,
} from '@loci/contracts';
import { z } from 'zod';

/** The evolution that created a memory. The graph service uses it to link both versions. */
export const evolvedFromSchema = z.object({
  /** Id of the relationship from the new memory to the original. */
  evolution_id: z.guid(),
  original_memory_id: z.guid(),
  evolution_type: z.enum(EVOLUTION_TYPES),
  reason: z.string().nullable().default(null),
});
export type EvolvedFrom = z.infer<typeof evolvedFromSchema>;

/** A memory that a new memory replaces to resolve a contradiction, and the id of the `supersedes` relationship. */
export const supersededSchema = z.object({ relationship_id: z.guid(), memory_id: z.guid() });
export type Superseded = z.infer<typeof supersededSchema>;

/**
 * `data` of `memory.created` and `memory.updated`: all fields of the memory that are part of its revision, except `pinned`,
 * which only the memory service needs.
 */
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
  /**
   * Id of the memory that replaced this version, or null. Absent in events that were published before the field was
   * added.
   */
  superseded_by: z.guid().nullable().optional(),
  /**
   * Ids of the other memories that the memory in `superseded_by` replaced in the same change. Only in events of memories
   * that were replaced together. Without it, a consumer that receives the event of one of them first would take the
   * others for current.
   */
  superseded_with: z.array(z.guid()).optional(),
  /** Conversation of the memory, or null. Memories of a conversation are ordered by creation time. */
  conversation_id: z.string().nullable(),
  /** Revision of the content. The embedding is recomputed only if this number changes. */
  content_revision: z.int(),
  created_at: z.string(),
  /** Time of the event that the memory describes. Absent in events of earlier versions: the creation time. */
  occurred_at: z.string().optional(),
  updated_at: z.string(),
  /** Id of the first version. All versions of a memory share it. Absent in events of earlier versions of Loci. */
  chain_id: z.guid().optional(),
  /**
   * Start of the period in which the memory is true, inclusive. If absent, the period of the first version has no start,
   * and that of a later version starts at `created_at`.
   */
  valid_from: z.string().optional(),
  /** End of the period in which the memory is true, exclusive. If absent, the period of an active version has no end. */
  valid_until: z.string().optional(),
  /** Time from which the memory must not be returned. Absent if the memory does not expire. */
  expires_at: z.string().optional(),
  /** The evolution that created the memory. Only in `memory.created`. */
  evolved_from: evolvedFromSchema.optional(),
  supersedes: z.array(supersededSchema).optional(),
});
export type MemoryState = z.infer<typeof memoryStateSchema>;

/** `data` of `memory.deleted`, a tombstone. */
export const memoryDeletedSchema = z.object({
  id: z.guid(),
  /**
   * Id of the memory that replaced the deleted version, or null. Keeps the chain of versions complete for
   * consumers that receive this event before the event that reports the replacement.
   */
  superseded_by: z.guid().nullable().optional(),
  /** True if no store may keep earlier states of the memory. Absent if their usual retention applies. */
  erased: z.boolean().optional(),
});

/** `data` of `embedding.completed` and `embedding.failed`, for memories and chunks. */
export const embeddingStateSchema = z.object({
  id: z.guid(),
  kind: z.enum(['memory', 'chunk']),
  document_id: z.guid().nullable(),
  embedding_status: z.enum(EMBEDDING_STATUSES),
  /**
   * The `content_revision` that was embedded. Consumers ignore the event if the memory or chunk has a newer
   * content revision.
   */
  content_revision: z.int(),
  /**
   * 1 minus the similarity to the nearest memory of the tenant at the time of embedding. Null if it was not computed.
   * @see docs/reference/memories.md#surprise-score
   */
  surprise_score: z.number().nullable(),
  /** A memory that says nearly the same or the opposite. At most one element. @see docs/reference/suggestions.md */
  similar: z
    .array(
      z.object({
        memory_id: z.guid(),
        kind: z.enum(SIMILARITY_KINDS),
        score: z.number(),
        evidence: similarityEvidence,
      }),
    )
    .optional(),
});
export type EmbeddingState = z.infer<typeof embeddingStateSchema>;
