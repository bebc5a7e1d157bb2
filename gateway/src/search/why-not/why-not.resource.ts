import { componentNames, EMBEDDING_STATUSES } from '@loci/contracts';
import { z } from 'zod';

/** Reasons why a search does not return a memory. @see docs/reference/search.md#reasons */
export const REASONS = [
  'not_found',
  'superseded',
  'expired',
  'filtered',
  'not_indexed_yet',
  'below_min_score',
  'below_min_relevance',
  'outranked',
  'no_match',
] as const;

/** Search fields that can exclude a memory. */
export const FILTERS = [
  'memory_types',
  'source_types',
  'min_importance',
  'user_id',
  'document_id',
  'tags',
  'start_date',
  'end_date',
  'include',
] as const;

const filterValue = z.union([z.string(), z.number(), z.array(z.string())]);

const place = {
  rank: z
    .int()
    .nullable()
    .describe('Rank of the memory in the results or in a retriever, from 1; null if it has none.'),
  score: z.number().nullable().describe('Score of the item in the retriever; null if it does not match.'),
  weight: z.number().describe('Weight of the retriever in the search.'),
  contribution: z.number().nullable().describe('`weight / (rrf_k + rank)`; null if `rank` is null.'),
  needed_rank: z
    .int()
    .nullable()
    .describe(
      'Lowest rank in this retriever that makes the memory a result, with its other ranks unchanged; null if even rank 1 is not sufficient.',
    ),
};

const candidatePlace = z.object({
  ...place,
  search_rank: z
    .int()
    .nullable()
    .describe(
      'Only of `bm25` and `vector`: rank by `score` among all items that match the filters; null if the rank is greater than 10,000 or the memory does not match.',
    ),
  window_score: z
    .number()
    .nullable()
    .describe(
      'Only of `bm25` and `vector`: score of the last item in the window. A memory with a higher score is a candidate. Null if the window is not full.',
    ),
});

const ranking = z.object({
  rank: z
    .int()
    .nullable()
    .describe('Rank of the memory in the results or in a retriever, from 1; null if it has none.'),
  limit: z.int().describe('Maximum number of results of the repeated search.'),
  final_score: z.number().nullable().describe('Score of the memory; null if it is not ranked.'),
  last_score: z
    .number()
    .nullable()
    .describe('Score of the last result; null if there are fewer than `limit` results.'),
  recency_factor: z.number().describe('Recency factor of the memory.'),
  date_factor: z.number().describe('Date factor of the memory; 1 if the query names no date.'),
  window: z.int().describe('Maximum number of candidates of a retriever.'),
  retrievers: z
    .object({
      bm25: candidatePlace.nullable().describe('Values of keyword search; null if it did not run.'),
      vector: candidatePlace.nullable().describe('Values of vector search; null if it did not run.'),
      graph: z.object(place).nullable().describe('Values of graph expansion; null if it did not run.'),
    })
    .describe('Values of each retriever.'),
});
export type RankingEvidence = z.infer<typeof ranking>;

/** Response body of `POST /api/v2/search/why-not`. @see docs/reference/search.md#why-not */
export const whyNotResource = z
  .object({
    found: z.boolean().describe('True if the results contain the memory.'),
    rank: z
      .int()
      .nullable()
      .describe('Rank of the memory in the results or in a retriever, from 1; null if it has none.'),
    reason: z
      .enum(REASONS)
      .nullable()
      .describe('First step that removed the memory; null if `found` is true.'),
    evidence: z
      .object({
        superseded_by: z.guid().nullable().optional().describe('ID of the version that replaced the memory.'),
        superseded_at: z.string().optional().describe('Time at which another version replaced the memory.'),
        valid_until: z.string().optional().describe('End of the validity of the memory.'),
        filters: z
          .array(
            z.object({
              filter: z.enum(FILTERS).describe('Name of the filter.'),
              required: filterValue.describe('Value that the filter requires.'),
              actual: filterValue.describe('Value of the memory.'),
            }),
          )
          .optional()
          .describe('Filters that the memory does not match.'),
        memory_revision: z.int().optional().describe('Current revision of the memory.'),
        indexed_revision: z
          .int()
          .nullable()
          .optional()
          .describe('Revision of the memory in the index; null if it is not indexed.'),
        embedding_status: z
          .enum(EMBEDDING_STATUSES)
          .optional()
          .describe('`pending`, `completed` or `failed`.'),
        min_score_threshold: z.number().optional().describe('Minimum score of the request.'),
        min_relevance: z.number().optional().describe('Minimum relevance of the request.'),
        relevance: z.number().optional().describe('Relevance of the memory.'),
        similar_to: z
          .guid()
          .optional()
          .describe('ID of the item with a better rank because of which `diversity` lowered the rank.'),
        similarity: z.number().optional().describe('Similarity of both texts, 0 to 1.'),
        ranking: ranking.optional().describe('Place of the memory in the ranking.'),
      })
      .describe('Fields that depend on `reason`; empty if `found` is true.'),
    degraded: z
      .array(z.enum(['bm25', 'vector', 'graph']))
      .describe('Retrievers that failed: `bm25`, `vector` or `graph`.'),
    pending_writes: z
      .int()
      .describe("Number of the caller's recent changes that the results do not reflect yet."),
  })
  .register(componentNames, { name: 'MissingResultExplanation' });
export type WhyNotResource = z.infer<typeof whyNotResource>;
