import { z } from 'zod';

/** Element of `relationship_insights` of a reflection and of `relationships` of a summary. */
export const relationshipInsightResource = z.object({
  type: z.string(),
  count: z.int(),
  description: z.string(),
});
