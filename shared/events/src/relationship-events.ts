import { DIRECTION_TYPES, RELATIONSHIP_TYPES } from '@loci/contracts';
import { z } from 'zod';

/** `data` of `relationship.created` and `relationship.updated`: the whole relationship. */
export const relationshipStateSchema = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  direction_type: z.enum(DIRECTION_TYPES),
  strength: z.number(),
  confidence: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Origin of the relationship: a user, an evolution of a memory, or a contradiction. */
  origin: z.enum(['user', 'evolution', 'contradiction']),
  created_by: z.string(),
  /**
   * False if one of the two memories is an inactive version. Events that were published before the field was added lack
   * it.
   */
  is_active: z.boolean().default(true),
  /** Start of the period in which the relationship is valid, inclusive. Absent without a start. */
  valid_from: z.string().optional(),
  /** End of the period in which the relationship is valid, exclusive. Absent without an end. */
  valid_until: z.string().optional(),
});
export type RelationshipState = z.infer<typeof relationshipStateSchema>;

/** `data` of `relationship.deleted`: a tombstone with the ids of both memories. */
export const relationshipDeletedSchema = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  /**
   * Id of an existing relationship of the same type between both memories. Set if the memory service
   * requested the relationship `id`, and the graph service did not create it because of the existing
   * relationship. Consumers replace `id` by this id.
   */
  duplicate_of: z.guid().optional(),
});
export type RelationshipDeleted = z.infer<typeof relationshipDeletedSchema>;
