import { z } from 'zod';

/** Fields of a memory that the command shows. `--json` prints all fields that the server returns. */
export const memorySchema = z.looseObject({
  id: z.string(),
  content: z.string(),
  memory_type: z.string(),
  importance: z.number(),
  confidence: z.number(),
  source_type: z.string(),
  tags: z.array(z.string()),
  created_at: z.string(),
  occurred_at: z.string(),
  updated_at: z.string(),
  validity: z.string().optional(),
  expires_at: z.string().nullish(),
  pinned: z.boolean().optional(),
});

export const memoryListSchema = z.looseObject({
  items: z.array(memorySchema),
  pagination: z.looseObject({
    page: z.number(),
    total: z.number(),
    total_is_exact: z.boolean(),
    has_next: z.boolean(),
  }),
});

export const searchSchema = z.looseObject({
  items: z.array(
    z.looseObject({
      id: z.string(),
      content: z.string(),
      snippet: z.string(),
      score: z.number(),
      source_type: z.string(),
      occurred_at: z.string(),
      metadata: z.looseObject({ memory_type: z.string().nullable() }),
    }),
  ),
  search_metadata: z.looseObject({
    degraded: z.array(z.string()).default([]),
    pending_writes: z.number().default(0),
  }),
});

export const statisticsSchema = z.looseObject({
  total_memories: z.number(),
  total_documents: z.number(),
  total_relationships: z.number(),
  embedding_coverage: z.number(),
});

export const identitySchema = z.looseObject({
  tenant_id: z.string(),
  user_id: z.string(),
  scopes: z.array(z.string()),
  permissions: z.array(z.string()),
  tier: z.string(),
  expires_at: z.string(),
});

export type Memory = z.infer<typeof memorySchema>;
export type MemoryList = z.infer<typeof memoryListSchema>;
export type SearchResults = z.infer<typeof searchSchema>;
export type SearchStatistics = z.infer<typeof statisticsSchema>;
export type Identity = z.infer<typeof identitySchema>;
