import { z } from 'zod';
import type { TenantInsights } from './tenant-insights.ts';

/** Response body of `GET /api/v2/analysis/insights`. @see docs/reference/analysis.md#get-insights */
export const insightsResource = z.object({
  memory_type_distribution: z.record(z.string(), z.int()),
  statistics: z.object({
    total_memories: z.int(),
    memories_last_24h: z.int(),
    memories_last_week: z.int(),
    memories_last_month: z.int(),
    average_importance: z.number(),
    total_access_count: z.int(),
  }),
  insights: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      trend: z.enum(['increasing', 'stable', 'decreasing']).optional(),
      count: z.int().optional(),
    }),
  ),
});

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
