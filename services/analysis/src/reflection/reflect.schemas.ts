import { endTimestamp, unitInterval, startTimestamp } from '@loci/http';
import { z } from 'zod';
import type { ReflectRequest } from './reflect.ts';
import { MAX_ANALYZED_MEMORIES } from './reflect.ts';
import { DEFAULT_WEIGHTS } from './reflect-score.ts';
import { TIME_WINDOWS } from './time-window.ts';

/** Maximum number of memories in a response. */
export const maxMemories = z.int().min(1).max(MAX_ANALYZED_MEMORIES).default(50);

export const reflectBody = z
  .object({
    time_window: z
      .enum(TIME_WINDOWS)
      .default('recent')
      .describe('Time window to analyze. Ignored if `start_date` or `end_date` is set.'),
    include_documents: z
      .boolean()
      .default(false)
      .describe('True adds `documents` and includes document chunks in the topics.'),
    include_patterns: z.boolean().default(true).describe('False leaves `emerging_patterns` empty.'),
    include_relationships: z.boolean().default(true).describe('False leaves `relationship_insights` empty.'),
    include_clusters: z.boolean().default(true).describe('False leaves `memory_clusters` empty.'),
    max_memories: maxMemories.describe(
      'Maximum number of memories in the response. The analysis can cover more memories of the window.',
    ),
    start_date: startTimestamp.nullish().describe('Start of the window.'),
    end_date: endTimestamp.nullish().describe('End of the window.'),
    recency_weight: unitInterval
      .default(DEFAULT_WEIGHTS.recency)
      .describe('Weight of the recency in the score.'),
    access_weight: unitInterval
      .default(DEFAULT_WEIGHTS.access)
      .describe('Weight of the access count in the score.'),
    importance_weight: unitInterval
      .default(DEFAULT_WEIGHTS.importance)
      .describe('Weight of the importance in the score.'),
    relationship_weight: unitInterval
      .default(DEFAULT_WEIGHTS.relationship)
      .describe('Weight of the number of relationships in the score.'),
  })
  .refine((body) => !(body.start_date && body.end_date) || body.start_date <= body.end_date, {
    path: ['start_date'],
    message: 'Must not be after end_date.',
  });

export const toReflectRequest = (body: z.output<typeof reflectBody>): ReflectRequest => ({
  timeWindow: body.time_window,
  startDate: body.start_date ?? undefined,
  endDate: body.end_date ?? undefined,
  weights: {
    recency: body.recency_weight,
    access: body.access_weight,
    importance: body.importance_weight,
    relationship: body.relationship_weight,
  },
  maxMemories: body.max_memories,
  includeDocuments: body.include_documents,
  includePatterns: body.include_patterns,
  includeRelationships: body.include_relationships,
  includeClusters: body.include_clusters,
});
