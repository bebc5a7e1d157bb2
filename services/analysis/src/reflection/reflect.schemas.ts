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
    time_window: z.enum(TIME_WINDOWS).default('recent'),
    include_documents: z.boolean().default(false),
    include_patterns: z.boolean().default(true),
    include_relationships: z.boolean().default(true),
    include_clusters: z.boolean().default(true),
    max_memories: maxMemories,
    start_date: startTimestamp.nullish(),
    end_date: endTimestamp.nullish(),
    recency_weight: unitInterval.default(DEFAULT_WEIGHTS.recency),
    access_weight: unitInterval.default(DEFAULT_WEIGHTS.access),
    importance_weight: unitInterval.default(DEFAULT_WEIGHTS.importance),
    relationship_weight: unitInterval.default(DEFAULT_WEIGHTS.relationship),
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
