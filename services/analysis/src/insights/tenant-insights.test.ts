import { describe, expect, test } from '@jest/globals';
import { computeTenantInsights } from './tenant-insights.ts';
import type { TenantCounts } from './tenant-insights.ts';

const counts = (more: Partial<TenantCounts> = {}): TenantCounts => ({
  memoryTypes: new Map([
    ['task', 10],
    ['fact', 30],
    ['insight', 0],
  ]),
  memoriesLast24h: 2,
  memoriesLastWeek: 7,
  memoriesLastMonth: 30,
  importanceSum: 20,
  accessCount: 12,
  ...more,
});

describe('computeTenantInsights', () => {
  test('returns the used memory types by descending frequency', () => {
    expect(Object.entries(computeTenantInsights(counts()).memoryTypeDistribution)).toEqual([
      ['fact', 30],
      ['task', 10],
    ]);
  });

  test('returns the total number of memories, their average importance and the counts per period', () => {
    expect(computeTenantInsights(counts()).statistics).toEqual({
      totalMemories: 40,
      memoriesLast24h: 2,
      memoriesLastWeek: 7,
      memoriesLastMonth: 30,
      averageImportance: 0.5,
      totalAccessCount: 12,
    });
  });

  test('returns the creation rate and the most common type', () => {
    expect(computeTenantInsights(counts()).insights).toEqual([
      { name: 'Memory Creation Rate', value: '1.0 memories per day over the last 7 days', trend: 'stable' },
      { name: 'Most Common Type', value: 'fact', count: 30 },
    ]);
  });

  test.each([
    [14, 30, 'increasing'],
    [7, 30, 'stable'],
    [8, 31, 'stable'],
    [3, 30, 'decreasing'],
    [0, 30, 'decreasing'],
    [5, 5, 'increasing'],
    [0, 0, 'stable'],
  ] as const)(
    'classifies %i memories in the last week and %i memories in the last month as the creation rate %s',
    (memoriesLastWeek, memoriesLastMonth, trend) => {
      expect(computeTenantInsights(counts({ memoriesLastWeek, memoriesLastMonth })).insights[0].trend).toBe(
        trend,
      );
    },
  );

  test('returns zeros for a tenant without memories', () => {
    const empty = {
      memoryTypes: new Map(),
      memoriesLast24h: 0,
      memoriesLastWeek: 0,
      memoriesLastMonth: 0,
      importanceSum: 0,
      accessCount: 0,
    };
    const insights = computeTenantInsights(empty);
    expect(insights.statistics).toMatchObject({ totalMemories: 0, averageImportance: 0 });
    expect(insights.insights[1]).toEqual({ name: 'Most Common Type', value: 'none', count: 0 });
  });
});
