import { componentNames } from './component-names.ts';
import { z } from 'zod';
import { memoryContent } from './memory-content.ts';

/** Relations of two memories that say nearly the same or the opposite. */
export const SIMILARITY_KINDS = ['duplicate', 'contradiction'] as const;
export type SimilarityKind = (typeof SIMILARITY_KINDS)[number];

/** What distinguishes the two memories of a contradiction. */
export const DIFFERENCES = ['negation', 'number', 'date', 'antonym', 'order', 'value'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** Reasons for a relation of two memories. */
export const similarityEvidence = z.object({
  cosine: z.number().describe('Cosine similarity of the embeddings, 0..1.'),
  shared_terms: z.int().describe('Number of terms that both memories contain.'),
  difference: z.enum(DIFFERENCES).nullable().describe('Null for a duplicate.'),
});
export type SimilarityEvidence = z.infer<typeof similarityEvidence>;

/** Maximum number of similar memories in one response. */
export const MAX_SIMILAR = 5;
/** Maximum characters of the content of a similar memory in a response. */
const MAX_SIMILAR_CONTENT = 300;

/** Returns the beginning of a content, with `…` where it is cut. */
export const shortenContent = (content: string): string => {
  const characters = Array.from(content.slice(0, 2 * MAX_SIMILAR_CONTENT));
  const isShort = characters.length <= MAX_SIMILAR_CONTENT && content.length <= 2 * MAX_SIMILAR_CONTENT;
  return isShort ? content : `${characters.slice(0, MAX_SIMILAR_CONTENT - 1).join('')}…`;
};

/** A memory that says nearly the same as another text, or the opposite. @see docs/reference/suggestions.md */
export const similarMemory = z
  .object({
    id: z.guid().describe('ID of the memory.'),
    kind: z.enum(SIMILARITY_KINDS).describe('`duplicate` or `contradiction`.'),
    score: z.number().describe('Confidence, 0..1.'),
    content: z.string().describe('The beginning of the content.'),
    evidence: similarityEvidence.describe('Values from which the kind and the score follow.'),
  })
  .register(componentNames, { name: 'SimilarMemory' });
export type SimilarMemory = z.infer<typeof similarMemory>;

/** Maximum number of memories that are compared with a text although they are not indexed yet. */
export const MAX_UNINDEXED = 50;

/** Maximum characters of their content. */
export const MAX_UNINDEXED_CONTENT = 4_000;

/** A memory that the search service has not indexed yet, or that it has indexed with an earlier content. */
export const unindexedMemory = z.object({
  id: z.guid().describe('ID of the memory.'),
  content: z.string().max(MAX_UNINDEXED_CONTENT).describe('The first 300 characters of the content.'),
});
export type UnindexedMemory = z.infer<typeof unindexedMemory>;

export const findSimilarRequest = z.object({
  tenant_id: z.guid(),
  content: memoryContent,
  // A memory service of an earlier version does not send the field.
  unindexed: z.array(unindexedMemory).max(MAX_UNINDEXED).default([]),
});
export const findSimilarResponse = z.object({
  similar: z
    .array(similarMemory)
    .max(MAX_SIMILAR)
    .describe(
      'Optional. A similar memory with its `kind`, `score` and `evidence`, if it says nearly the same or the opposite. At most one element.',
    ),
});
