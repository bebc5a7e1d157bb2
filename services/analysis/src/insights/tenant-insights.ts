export type Trend = 'increasing' | 'stable' | 'decreasing';

/** What the read model counts of a tenant's active memories. */
export interface TenantCounts {
  /** Memory type to number. */
  memoryTypes: ReadonlyMap<string, number>;
  memoriesLast24h: number;
  memoriesLastWeek: number;
  memoriesLastMonth: number;
  /** Sum of the importance of all. */
  importanceSum: number;
  accessCount: number;
}

export interface TenantInsights {
  /** Most frequent first, ties by type. */
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
/** A rate that differs by less than this from the one before is the same. */
const STABLE_WITHIN = 0.2;

/**
 * @see SPEC.md "Analysis" 3
 */
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

/** The last 7 days against the 23 days before them, per day. */
function computeTrend({ memoriesLastWeek, memoriesLastMonth }: TenantCounts): Trend {
  const rate = memoriesLastWeek / DAYS_PER_WEEK;
  const rateBefore = (memoriesLastMonth - memoriesLastWeek) / (DAYS_PER_MONTH - DAYS_PER_WEEK);
  if (rate > rateBefore * (1 + STABLE_WITHIN)) return 'increasing';
  if (rate < rateBefore * (1 - STABLE_WITHIN)) return 'decreasing';
  return 'stable';
}
