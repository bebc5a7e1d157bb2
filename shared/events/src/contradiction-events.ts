import { CONTRADICTION_TYPES, RESOLUTIONS, RESOLUTION_STATUSES } from '@loci/contracts';
import { z } from 'zod';

/**
 * `data` of `contradiction.reported` and `contradiction.resolved`: the whole contradiction. Deleting one of its memories
 * deletes the contradiction without a separate event.
 */
export const contradictionStateSchema = z.object({
  id: z.guid(),
  source_memory_id: z.guid(),
  target_memory_id: z.guid(),
  contradiction_type: z.enum(CONTRADICTION_TYPES),
  resolution_status: z.enum(RESOLUTION_STATUSES),
  confidence: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  detected_at: z.string(),
  detected_by: z.string(),
  /**
   * Id of the `contradicts` relationship from source to target. If the contradiction was not created from a
   * relationship, the graph service creates one with this id. If another relationship already connects both
   * memories, the graph service publishes `relationship.deleted` for this id with `duplicate_of`, and the
   * memory service stores the value of `duplicate_of` instead.
   */
  relationship_id: z.guid(),
  resolution: z.enum(RESOLUTIONS).nullable(),
  reason: z.string().nullable(),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
  new_memory_id: z.guid().nullable(),
});
export type ContradictionState = z.infer<typeof contradictionStateSchema>;
