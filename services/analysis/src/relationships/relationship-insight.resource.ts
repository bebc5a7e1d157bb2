import { z } from 'zod';

/** `relationship_insights[]` of a reflection, `relationships[]` of a summary. */
export const relationshipInsightResource = z.object({
  type: z.string(),
  count: z.int(),
  description: z.string(),
});
