import { uuid, validityTimestamp } from '@loci/http';
import { z } from 'zod';

export const MAX_REQUESTED = 100;
/** Maximum number of memories that a client can name as known, which is the size of the largest map of the portal. */
export const MAX_KNOWN = 5_000;
export const MAX_FOUND = 500;

/** Request body of `POST /api/v2/relationships/neighborhood`. @see docs/reference/relationships.md#get-a-neighborhood */
export const neighborhoodBody = z.object({
  memory_ids: z
    .array(uuid)
    .min(1)
    .max(MAX_REQUESTED)
    .describe('IDs of the memories whose neighborhood is returned, 1 to 100.'),
  known_ids: z
    .array(uuid)
    .max(MAX_KNOWN)
    .default([])
    .describe(
      'IDs of memories that the client already has, at most 5,000. The response omits these memories, but contains relationships with them.',
    ),
  limit: z
    .int()
    .min(0)
    .max(MAX_FOUND)
    .default(100)
    .describe('Maximum number of memories in addition to those of `memory_ids`, 0 to 500.'),
  as_of: validityTimestamp
    .nullish()
    .transform((time) => time ?? undefined)
    .describe('Returns the memories and relationships that were true at this time.'),
});
