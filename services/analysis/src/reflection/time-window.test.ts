import { describe, expect, test } from '@jest/globals';
import { resolveWindow } from './time-window.ts';
import type { TimeWindow } from './time-window.ts';

const now = new Date('2026-06-15T12:30:00Z');
const resolve = (timeWindow: TimeWindow, startDate?: string, endDate?: string) =>
  resolveWindow(
    {
      timeWindow,
      startDate: startDate === undefined ? undefined : new Date(startDate),
      endDate: endDate === undefined ? undefined : new Date(endDate),
    },
    now,
  );

describe('resolveWindow (SPEC.md "Analysis" 1)', () => {
  test('recent is the last 50 memories', () => {
    expect(resolve('recent')).toEqual({ from: null, before: null, newest: 50 });
  });

  test.each([
    ['today', '2026-06-15T00:00:00Z'],
    ['week', '2026-06-08T12:30:00Z'],
    ['month', '2026-05-16T12:30:00Z'],
  ] as const)('%s starts at %s', (timeWindow, from) => {
    expect(resolve(timeWindow)).toEqual({ from: new Date(from), before: null, newest: null });
  });

  test('start_date and end_date override the time window; the end is part of it', () => {
    expect(resolve('recent', '2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z')).toEqual({
      from: new Date('2026-01-01T00:00:00Z'),
      before: new Date('2026-02-01T00:00:00Z'),
      newest: null,
    });
  });

  test('one date alone overrides it too', () => {
    expect(resolve('today', '2026-01-01T00:00:00Z').before).toBeNull();
    expect(resolve('today', undefined, '2026-01-01T00:00:00Z').from).toBeNull();
  });
});
