import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import type { TenantInsights } from './tenant-insights.ts';

/** Response body of `GET /api/v2/analysis/insights`. @see docs/reference/analysis.md#get-insights */
export const insightsResource = z
  .object({
    memory_type_distribution: z
      .record(z.string(), z.int())
      .describe('Number of memories by memory type, most frequent first.'),
    statistics: z
      .object({
        total_memories: z.int().describe('Number of memories.'),
        memories_last_24h: z.int().describe('Memories created in the last 24 hours.'),
        memories_last_week: z.int().describe('Memories created in the last 7 days.'),
        memories_last_month: z.int().describe('Memories created in the last 30 days.'),
        average_importance: z.number().describe('Average importance, 0 to 1.'),
        total_access_count: z.int().describe('Sum of the access counts.'),
      })
      .describe('Statistics of the analyzed memories.'),
    insights: z
      .array(
        z.object({
          name: z.string().describe('Name of the insight or topic.'),
          value: z.string().describe('Value of the insight.'),
          trend: z
            .enum(['increasing', 'stable', 'decreasing'])
            .optional()
            .describe('Change compared with the previous window.'),
          count: z.int().optional().describe('Number of memories.'),
        }),
      )
      .describe('Insights, each with `name` and `value`.'),
  })
  .register(componentNames, { name: 'Insights' });

export const toInsights = ({ memoryTypeDistribution, statistics, insights }: TenantInsights) => ({
  memory_type_distribution: memoryTypeDistribution,
  statistics: {
    total_memories: statistics.totalMemories,
    memories_last_24h: statistics.memoriesLast24h,
    memories_last_week: statistics.memoriesLastWeek,
    memories_last_month: statistics.memoriesLastMonth,
    average_importance: statistics.averageImportance,
    total_access_count: statistics.totalAccessCount,
  },
  insights,
});
