import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import { relationshipInsightResource } from '../relationships/relationship-insight.resource.ts';
import type { MemorySummary } from './summarize-memories.ts';

/** Response body of `POST /api/v2/analysis/summarize`. @see docs/reference/analysis.md#summarize */
export const summaryResource = z
  .object({
    summary: z.string().describe('Text of the summary.'),
    memory_count: z.int().describe('Number of summarized memories.'),
    memory_types: z
      .record(z.string(), z.int())
      .describe('Number of memories by memory type, most frequent first.'),
    relationships: z
      .array(relationshipInsightResource)
      .describe('Active relationships of the summarized memories by type.'),
    time_range: z
      .object({
        oldest: z.string().nullable().describe('Earliest event time; null without memories.'),
        newest: z.string().nullable().describe('Latest event time; null without memories.'),
        span_hours: z.number().describe('Hours between the earliest and the latest event time.'),
      })
      .describe('Event times of the summarized memories.'),
  })
  .register(componentNames, { name: 'Summary' });

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
