import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { z } from 'zod';

const term = z.object({ term: z.string(), idf: z.number(), frequency: z.int(), weight: z.number() });

const ranked = {
  rank: z.int().nullable(),
  score: z.number().nullable(),
  weight: z.number(),
  contribution: z.number().nullable(),
};

const scored = { ...ranked, rank_score: z.number().nullable(), own_share: z.number().nullable() };

const pathStep = z.object({
  from_id: z.guid(),
  to_id: z.guid(),
  /** Null for adjacent turns of a conversation, and if the relationship is unknown. */
  relationship_id: z.guid().nullable(),
  type: z.enum([...RELATIONSHIP_TYPES, 'conversation']).nullable(),
  strength: z.number().nullable(),
});

/** Explanation of the score of one result. @see docs/reference/search.md#explanations */
export const explanationResource = z.object({
  retrievers: z.object({
    bm25: z.object({ ...scored, terms: z.array(term).nullable() }).nullable(),
    vector: z.object(scored).nullable(),
    graph: z
      .object({
        ...ranked,
        received: z.number(),
        path: z.object({ steps: z.array(pathStep), transferred: z.number() }).nullable(),
      })
      .nullable(),
  }),
  blended_score: z.number(),
  neighbors: z.array(
    z.object({
      memory_id: z.guid(),
      distance: z.int(),
      bm25_share: z.number(),
      vector_share: z.number(),
    }),
  ),
  fusion: z.object({
    rrf_k: z.int(),
    sum: z.number(),
    best_possible: z.number(),
    fused_score: z.number(),
    recency_factor: z.number(),
    final_score: z.number(),
  }),
});

export type Explanation = z.infer<typeof explanationResource>;
