export type Trend = 'increasing' | 'stable' | 'decreasing';

/** Statistics of a tenant's active memories, excluding protected memories. */
export interface TenantCounts {
  /** Number of memories by type. */
  memoryTypes: ReadonlyMap<string, number>;
  memoriesLast24h: number;
  memoriesLastWeek: number;
  memoriesLastMonth: number;
  /** Sum of the importance of all memories. */
  importanceSum: number;
  accessCount: number;
}

export interface TenantInsights {
  /** Number of memories by type, most frequent type first, ties by type. */
  memoryTypeDistribution: Record<string, number>;
  statistics: {
    totalMemories: number;
    memoriesLast24h: number;
    memoriesLastWeek: number;
    memoriesLastMonth: number;
    averageImportance: number;
    totalAccessCount: number;
  };
  insights: [
    { name: 'Memory Creation Rate'; value: string; trend: Trend },
    { name: 'Most Common Type'; value: string; count: number },
  ];
}

const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 30;
/** Maximum relative change in the creation rate for which the trend counts as stable. */
const STABLE_TOLERANCE = 0.2;

/** Computes insights about a tenant's memories. @see docs/reference/analysis.md#get-insights */
export function computeTenantInsights(counts: TenantCounts): TenantInsights {
  const types = [...counts.memoryTypes]
    .filter(([, count]) => count > 0)
    .sort(([typeA, a], [typeB, b]) => b - a || (typeA < typeB ? -1 : 1));
  const totalMemories = types.reduce((sum, [, count]) => sum + count, 0);
  const [mostCommon = ['none', 0] as const] = types;
  const perDay = counts.memoriesLastWeek / DAYS_PER_WEEK;
  return {
    memoryTypeDistribution: Object.fromEntries(types),
    statistics: {
      totalMemories,
      memoriesLast24h: counts.memoriesLast24h,
      memoriesLastWeek: counts.memoriesLastWeek,
      memoriesLastMonth: counts.memoriesLastMonth,
      averageImportance: totalMemories === 0 ? 0 : counts.importanceSum / totalMemories,
      totalAccessCount: counts.accessCount,
    },
    insights: [
      {
        name: 'Memory Creation Rate',
        value: `${perDay.toFixed(1)} memories per day over the last 7 days`,
        trend: computeTrend(counts),
      },
      { name: 'Most Common Type', value: mostCommon[0], count: mostCommon[1] },
    ],
  };
}

/** Compares the daily creation rate of the last 7 days with the rate of the preceding 23 days. */
function computeTrend({ memoriesLastWeek, memoriesLastMonth }: TenantCounts): Trend {
  const rate = memoriesLastWeek / DAYS_PER_WEEK;
  const rateBefore = (memoriesLastMonth - memoriesLastWeek) / (DAYS_PER_MONTH - DAYS_PER_WEEK);
  if (rate > rateBefore * (1 + STABLE_TOLERANCE)) return 'increasing';
  if (rate < rateBefore * (1 - STABLE_TOLERANCE)) return 'decreasing';
  return 'stable';
}
