import { EMBEDDING_STATUSES } from '@loci/contracts';
import { z } from 'zod';

/** Reasons why a search does not return a memory. @see docs/reference/search.md#reasons */
export const REASONS = [
  'not_found',
  'superseded',
  'expired',
  'filtered',
  'not_indexed_yet',
  'below_min_score',
  'outranked',
  'no_match',
] as const;

/** Search fields that can exclude a memory. */
export const FILTERS = [
  'memory_types',
  'source_types',
  'importance_threshold',
  'tags',
  'start_date',
  'end_date',
  'include',
] as const;

const filterValue = z.union([z.string(), z.number(), z.array(z.string())]);

const place = {
  rank: z.int().nullable(),
  score: z.number().nullable(),
  weight: z.number(),
  contribution: z.number().nullable(),
  needed_rank: z.int().nullable(),
};

const candidatePlace = z.object({
  ...place,
  search_rank: z.int().nullable(),
  window_score: z.number().nullable(),
});

const ranking = z.object({
  rank: z.int().nullable(),
  limit: z.int(),
  final_score: z.number().nullable(),
  last_score: z.number().nullable(),
  recency_factor: z.number(),
  window: z.int(),
  retrievers: z.object({
    bm25: candidatePlace.nullable(),
    vector: candidatePlace.nullable(),
    graph: z.object(place).nullable(),
  }),
});
export type RankingEvidence = z.infer<typeof ranking>;

/** Response body of `POST /api/v2/search/why-not`. @see docs/reference/search.md#why-not */
export const whyNotResource = z.object({
  found: z.boolean(),
  rank: z.int().nullable(),
  reason: z.enum(REASONS).nullable(),
  evidence: z.object({
    superseded_by: z.guid().nullable().optional(),
    superseded_at: z.string().optional(),
    valid_until: z.string().optional(),
    filters: z
      .array(z.object({ filter: z.enum(FILTERS), required: filterValue, actual: filterValue }))
      .optional(),
    memory_revision: z.int().optional(),
    indexed_revision: z.int().nullable().optional(),
    embedding_status: z.enum(EMBEDDING_STATUSES).optional(),
    min_score_threshold: z.number().optional(),
    ranking: ranking.optional(),
  }),
  degraded: z.array(z.enum(['bm25', 'vector', 'graph'])),
  pending_writes: z.int(),
});
export type WhyNotResource = z.infer<typeof whyNotResource>;
