import { z } from 'zod';
import { relationshipInsightResource } from '../relationships/relationship-insight.resource.ts';
import type { MemorySummary } from './summarize-memories.ts';

/** Response body of `POST /api/v2/analysis/summarize`. @see docs/reference/analysis.md#summarize */
export const summaryResource = z.object({
  summary: z.string(),
  memory_count: z.int(),
  memory_types: z.record(z.string(), z.int()),
  relationships: z.array(relationshipInsightResource),
  time_range: z.object({
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
    span_hours: z.number(),
  }),
});

export const toSummary = (summary: MemorySummary) => ({
  summary: summary.summary,
  memory_count: summary.memoryCount,
  memory_types: summary.memoryTypes,
  relationships: summary.relationships,
  time_range: {
    oldest: summary.timeRange.oldest?.toISOString() ?? null,
    newest: summary.timeRange.newest?.toISOString() ?? null,
    span_hours: summary.timeRange.spanHours,
  },
});
