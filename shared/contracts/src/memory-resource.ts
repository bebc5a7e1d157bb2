import { componentNames } from './component-names.ts';
import { z } from 'zod';
import { EMBEDDING_STATUSES, LIFECYCLE_STATES, MEMORY_TYPES, SOURCE_TYPES } from './memory-types.ts';
import { DIRECTION_TYPES, RELATIONSHIP_TYPES } from './relationship-types.ts';
import { VALIDITIES } from './validity.ts';
import { MAX_SIMILAR, similarMemory } from './similar-memories.ts';

const relationshipSummary = z
  .object({
    id: z.guid().describe('ID of the memory or relationship.'),
    from_id: z.guid().describe('ID of the source of the relationship.'),
    to_id: z.guid().describe('ID of the target of the relationship.'),
    relationship_type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    direction_type: z
      .enum(DIRECTION_TYPES)
      .describe('Whether the relationship applies in one direction, in both, or has an inverse type.'),
    strength: z.number().describe('Strength of the relationship, 0 to 1.'),
    confidence: z.number().describe('Confidence in the memory, 0 to 1.'),
    created_at: z.string().describe('Time at which the memory was created.'),
  })
  .register(componentNames, { name: 'RelationshipSummary' });

/** A memory in API responses. @see docs/reference/memories.md#the-memory-object */
export const memoryResource = z
  .object({
    id: z.guid().describe('ID of the memory or relationship.'),
    content: z.string().describe('Content of the memory.'),
    memory_type: z.enum(MEMORY_TYPES).describe('Type of the memory.'),
    importance: z.number().describe('Importance of the memory, 0 to 1.'),
    confidence: z.number().describe('Confidence in the memory, 0 to 1.'),
    surprise_score: z.number().describe('Difference of the memory from similar earlier ones, 0 to 1.'),
    source_type: z.enum(SOURCE_TYPES).describe('Source of the memory.'),
    user_id: z.string().describe('ID of the user who created the memory.'),
    access_count: z.int().describe('Number of times the memory was read or found.'),
    last_accessed: z.string().nullable().describe('Time of the last access; null if there was none.'),
    created_at: z.string().describe('Time at which the memory was created.'),
    occurred_at: z
      .string()
      .describe(
        'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
      ),
    updated_at: z
      .string()
      .describe('Time of the last update, change to the tags, or change of the lifecycle state.'),
    metadata: z
      .record(z.string(), z.unknown())
      .describe('Free-form object. Loci interprets only `conversation_id` and, for checkpoints, `name`.'),
    embedding_status: z.enum(EMBEDDING_STATUSES).describe('`pending`, `completed` or `failed`.'),
    relationships: z
      .array(relationshipSummary)
      .describe('The 50 oldest active relationships of the memory, oldest first.'),
    tags: z.array(z.string()).describe('Tags in alphabetical order.'),
    lifecycle_state: z.enum(LIFECYCLE_STATES).describe('`active`, `evolved` or `deprecated`.'),
    version: z.int().describe('Version number, from 1.'),
    is_active: z.boolean().describe('True if `lifecycle_state` is `active`.'),
    valid_from: z.string().nullable().describe('Start of the period in which the memory is true, inclusive.'),
    valid_until: z
      .string()
      .nullable()
      .describe('End of the period in which the memory is true, exclusive. Must be after `valid_from`.'),
    validity: z.enum(VALIDITIES).describe('`current`, `superseded`, `expired` or `future`.'),
    expires_at: z
      .string()
      .nullable()
      .describe('Future time from which the memory is gone. Null: the memory does not expire.'),
    pinned: z.boolean().describe('True if retention defaults do not apply to the memory.'),
  })
  .register(componentNames, { name: 'Memory' });

export type MemoryResource = z.infer<typeof memoryResource>;

/** A new memory, with the existing memories that say nearly the same or the opposite. */
export const createdMemoryResource = memoryResource
  .extend({
    similar: z
      .array(similarMemory)
      .max(MAX_SIMILAR)
      .nullable()
      .optional()
      .describe(
        'Absent if the request did not ask for it. Null if the search service did not respond in time.',
      ),
  })
  .register(componentNames, { name: 'CreatedMemory' });

export type CreatedMemoryResource = z.infer<typeof createdMemoryResource>;

/** A memory of a detected type. `existing` is true if it was stored before and is unchanged. */
export const classifiedMemoryResource = createdMemoryResource.extend({
  existing: z.literal(true).optional(),
});
export type ClassifiedMemoryResource = z.infer<typeof classifiedMemoryResource>;

/** A memory that may be a state of the past, in which fields that are not part of a revision are null. */
export const recordedMemoryResource = memoryResource
  .extend({
    surprise_score: z
      .number()
      .nullable()
      .describe('Difference of the memory from similar earlier ones, 0 to 1.'),
    access_count: z.int().nullable().describe('Number of times the memory was read or found.'),
    embedding_status: z.enum(EMBEDDING_STATUSES).nullable().describe('`pending`, `completed` or `failed`.'),
    relationships: z
      .array(relationshipSummary)
      .nullable()
      .describe('The 50 oldest active relationships of the memory, oldest first.'),
  })
  .register(componentNames, { name: 'RecordedMemory' });

export type RecordedMemoryResource = z.infer<typeof recordedMemoryResource>;
