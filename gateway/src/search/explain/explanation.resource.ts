import { componentNames, RELATIONSHIP_TYPES } from '@loci/contracts';
import { z } from 'zod';
import { SIGNALS } from '../learned-ranking/signals.ts';
import type { Signal } from '../learned-ranking/signals.ts';

const SIGNAL_TEXTS: Record<Signal, string> = {
  bm25_relative: 'BM25 score, divided by the highest one of the items that the model scores.',
  vector_relative: 'Similarity, divided by the highest one of the items that the model scores.',
  similarity: 'Cosine similarity of item and query.',
  bm25_with_neighbors: '`rank_score` of `bm25` without `blended_score`.',
  vector_with_neighbors: '`rank_score` of `vector` without `blended_score`.',
  blended_score: 'Blended score of the item.',
  graph_received: '`received` of `graph`; 0 if graph expansion did not run.',
  rrf_score: 'Fused score of the retrievers with the default weights and the default `rrf_k`.',
  words: 'Number of words of the item.',
  is_question: '1 if the text of the item ends with a question, otherwise 0.',
  previous_is_question: '1 if the previous turn of the conversation ends with a question, otherwise 0.',
  first_person: '1 if the text contains an English word such as "I" or "my", otherwise 0.',
  second_person: '1 if the text contains an English word such as "you" or "your", otherwise 0.',
  names_speaker:
    '1 if the text begins with the name of its speaker and the query contains this name, otherwise 0.',
  bm25_previous: '`bm25_relative` of the previous turn of the conversation; -1 if it is not a candidate.',
  bm25_next: '`bm25_relative` of the next turn of the conversation; -1 if it is not a candidate.',
};

const term = z.object({
  term: z.string().describe('Word stem of the query.'),
  idf: z.number().describe('Inverse document frequency of the term.'),
  frequency: z.int().describe('Occurrences of the term in the item, at most 255.'),
  weight: z.number().describe('Weight of the term or retriever.'),
});

const ranked = {
  rank: z
    .int()
    .nullable()
    .describe('Rank of the item in the retriever, from 1; null if the retriever did not rank it.'),
  score: z.number().nullable().describe('Score of the item in the retriever; null if it does not match.'),
  weight: z.number().describe('Weight of the term or retriever.'),
  contribution: z.number().nullable().describe('`weight / (rrf_k + rank)`; null if `rank` is null.'),
};

const scored = {
  ...ranked,
  rank_score: z
    .number()
    .nullable()
    .describe(
      'Score by which `bm25` or `vector` ranks the item: the sum of `own_share`, the shares of the `neighbors` and `blended_score`, except for rounding; null if the retriever did not rank the item.',
    ),
  own_share: z
    .number()
    .nullable()
    .describe(
      'Part of `rank_score` that comes from the item itself, 0 to 1; null if only graph expansion found the item.',
    ),
};

const pathStep = z.object({
  from_id: z.guid().describe('ID of the source of the relationship.'),
  to_id: z.guid().describe('ID of the target of the relationship.'),
  relationship_id: z
    .guid()
    .nullable()
    .describe('Null for adjacent turns of a conversation, and if the relationship is unknown.'),
  type: z
    .enum([...RELATIONSHIP_TYPES, 'conversation'])
    .nullable()
    .describe(
      'Type of the strongest relationship of the two items. `conversation` if the items have no relationship and are adjacent turns of a conversation; `relationship_id` is then null. Null if the relationships cannot be read.',
    ),
  strength: z.number().nullable().describe('Strength of the relationship, 0 to 1.'),
});

/** Explanation of the score of one result. @see docs/reference/search.md#explanations */
export const explanationResource = z
  .object({
    retrievers: z
      .object({
        bm25: z
          .object({
            ...scored,
            terms: z
              .array(term)
              .nullable()
              .describe(
                'Only of `bm25`: the query terms that occur in the item. Each has `term` (a word stem), `idf`, `frequency` in the item (at most 255) and `weight`. The weights add up to `score`, with a relative error of at most 0.00001, unless the index changes during the search. Null if the keyword index cannot be read.',
              ),
          })
          .nullable()
          .describe('Values of keyword search; null if it did not rank the item.'),
        vector: z
          .object(scored)
          .nullable()
          .describe('Values of vector search; null if it did not rank the item.'),
        graph: z
          .object({
            ...ranked,
            received: z
              .number()
              .describe(
                'Only of `graph`: part of `score` that the item received from other items in graph expansion.',
              ),
            path: z
              .object({
                steps: z
                  .array(pathStep)
                  .describe(
                    'Steps from an item from which graph expansion started to the result. Each has `from_id`, `to_id`, `relationship_id`, `type` and `strength`.',
                  ),
                transferred: z.number().describe('Score that the last step transferred.'),
              })
              .nullable()
              .describe(
                'Only of `graph`: the path that transferred the largest score to the item; null for an item from which graph expansion started, and for an item that it did not reach.',
              ),
          })
          .nullable()
          .describe('Values of graph expansion; null if it did not rank the item.'),
      })
      .describe('Values of each retriever.'),
    blended_score: z
      .number()
      .describe('Blended score of the item; 0 if only graph expansion found the item.'),
    diversity: z
      .object({
        rank_by_score: z.int().describe('Rank of the item without `diversity`, from 1.'),
        similar_to: z
          .guid()
          .nullable()
          .describe('ID of the most similar item with a better rank; null if none is similar.'),
        similarity: z.number().describe('Similarity of both texts, 0 to 1.'),
      })
      .nullable()
      .describe('Effect of `diversity`; null if it is 0, and for an item after the best 50.'),
    neighbors: z
      .array(
        z.object({
          memory_id: z.guid().describe('ID of the memory.'),
          distance: z.int().describe('Turns between the neighbor and the item, 1 or 2.'),
          bm25_share: z.number().describe('Part of the keyword score that the neighbor adds.'),
          vector_share: z.number().describe('Part of the vector score that the neighbor adds.'),
        }),
      )
      .describe(
        'Conversation neighbors among the candidates. Each has `memory_id`, `distance` (1 or 2 turns), and the shares `bm25_share` and `vector_share` that the neighbor adds to the `rank_score` of the retriever.',
      ),
    fusion: z
      .object({
        rrf_k: z
          .int()
          .describe(
            'Constant `k` of reciprocal rank fusion, 1 to 100. Lower values give the top ranks more weight.',
          ),
        learned: z
          .object({
            rank: z.int().describe('Rank of the item in the learned ranking, from 1.'),
            weight: z.number().describe('Sum of the weights of the retrievers that ran.'),
            contribution: z.number().describe('`weight / (rrf_k + rank)`.'),
            score: z
              .number()
              .nullable()
              .describe(
                'Score of the model; null for an item that keeps its rank, which the model does not score.',
              ),
            signals: z
              .object(
                Object.fromEntries(
                  SIGNALS.map((name) => [name, z.number().describe(SIGNAL_TEXTS[name])]),
                ) as Record<Signal, z.ZodNumber>,
              )
              .nullable()
              .describe('Signals of the item; null if the model does not score it.'),
          })
          .nullable()
          .describe('Values of learned ranking; null if `ranking` is `rrf`.'),
        second_hop: z
          .object({
            rank: z
              .int()
              .describe('Rank to which the item was raised, without recency and dates: 5, 9 or 10.'),
            contribution: z.number().describe('Amount that raises the item to this rank.'),
          })
          .nullable()
          .describe('How the second hop raised the item; null if it did not.'),
        sum: z
          .number()
          .describe(
            'Sum of the values of `contribution`, added in the order `bm25`, `vector`, `graph`, `learned`, `second_hop`.',
          ),
        best_possible: z
          .number()
          .describe('Sum for an item that every retriever that ran ranks first, and the model if it ran.'),
        fused_score: z.number().describe('`sum / best_possible`, rounded to 12 decimals, at most 1.'),
        recency_factor: z.number().describe('Recency factor of the memory.'),
        date_factor: z.number().describe('Date factor of the memory; 1 if the query names no date.'),
        final_score: z.number().describe('Score of the memory; null if it is not ranked.'),
      })
      .describe('How the ranks were merged.'),
  })
  .register(componentNames, { name: 'Explanation' });

export type Explanation = z.infer<typeof explanationResource>;
