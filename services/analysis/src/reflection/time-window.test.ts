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

describe('resolveWindow', () => {
  test('resolves recent to the newest 50 memories without time bounds', () => {
    expect(resolve('recent')).toEqual({ from: null, before: null, newest: 50 });
  });

  test.each([
    ['today', '2026-06-15T00:00:00Z'],
    ['week', '2026-06-08T12:30:00Z'],
    ['month', '2026-05-16T12:30:00Z'],
  ] as const)('resolves %s at 2026-06-15T12:30:00Z to a window that starts at %s', (timeWindow, from) => {
    expect(resolve(timeWindow)).toEqual({ from: new Date(from), before: null, newest: null });
  });

  test('a start and an end date override the named window', () => {
    expect(resolve('recent', '2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z')).toEqual({
      from: new Date('2026-01-01T00:00:00Z'),
      before: new Date('2026-02-01T00:00:00Z'),
      newest: null,
    });
  });

  test('a start date alone overrides the named window with a window that has no end', () => {
    expect(resolve('today', '2026-01-01T00:00:00Z')).toMatchObject({
      from: new Date('2026-01-01T00:00:00Z'),
      before: null,
    });
  });

  test('an end date alone overrides the named window with a window that has no start', () => {
    expect(resolve('today', undefined, '2026-01-01T00:00:00Z').from).toBeNull();
  });
});
