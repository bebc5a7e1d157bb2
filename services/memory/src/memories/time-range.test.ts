import { describe, expect, test } from '@jest/globals';
import { timeRange } from './time-range.ts';

const NOW = new Date('2026-03-01T12:30:00.500Z');

describe('timeRange', () => {
  test.each([
    ['today', '2026-03-01T00:00:00.000Z', undefined],
    ['yesterday', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['week', '2026-02-22T12:30:00.500Z', undefined],
    ['month', '2026-01-30T12:30:00.500Z', undefined],
    ['quarter', '2025-12-01T12:30:00.500Z', undefined],
    ['year', '2025-03-01T12:30:00.500Z', undefined],
  ] as const)('at 2026-03-01T12:30 UTC, the range %s starts at %s', (range, from, before) => {
    const bounds = timeRange(range, NOW);
    expect(bounds.from.toISOString()).toBe(from);
    expect(bounds.before?.toISOString()).toBe(before);
  });

  test('starts the range "today" at the current time if the current time is midnight UTC', () => {
    const midnight = new Date('2026-03-01T00:00:00.000Z');
    expect(timeRange('today', midnight).from).toEqual(midnight);
  });
});
