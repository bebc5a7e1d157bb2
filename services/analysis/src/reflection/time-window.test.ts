import { describe, expect, test } from '@jest/globals';
import { resolveWindow } from './time-window.ts';

const now = new Date('2026-06-15T12:30:00Z');
const resolve = (timeWindow: 'recent' | 'today' | 'week' | 'month', startDate?: string, endDate?: string) =>
  resolveWindow({ timeWindow, startDate, endDate }, now);

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

  test('start_date and end_date override the time window', () => {
    expect(resolve('recent', '2026-01-01', '2026-01-31T10:00:00Z')).toEqual({
      from: new Date('2026-01-01T00:00:00Z'),
      before: new Date('2026-01-31T10:00:00.001Z'),
      newest: null,
    });
    expect(resolve('today', '2026-01-01').before).toBeNull();
    expect(resolve('today', undefined, '2026-01-01T00:00:00Z').from).toBeNull();
  });

  test('a bare end date covers its whole day', () => {
    expect(resolve('today', '2026-02-28', '2026-02-28')).toEqual({
      from: new Date('2026-02-28T00:00:00Z'),
      before: new Date('2026-03-01T00:00:00Z'),
      newest: null,
    });
  });

  test('times without an offset are UTC, others are converted', () => {
    expect(resolve('today', '2026-01-01T10:00:00').from).toEqual(new Date('2026-01-01T10:00:00Z'));
    expect(resolve('today', '2026-01-01T10:00:00+02:00').from).toEqual(new Date('2026-01-01T08:00:00Z'));
  });

  test.each(['yesterday', '1', 'May 8', '2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', ''])(
    '%j is VAL_FIELD_INVALID',
    (date) => {
      expect(() => resolve('today', date)).toThrow(expect.objectContaining({ code: 'VAL_FIELD_INVALID' }));
      expect(() => resolve('today', undefined, date)).toThrow(
        expect.objectContaining({ fieldErrors: { end_date: [expect.any(String)] } }),
      );
    },
  );

  test('a start after the end is VAL_FIELD_INVALID', () => {
    expect(() => resolve('today', '2026-02-02', '2026-02-01')).toThrow(
      expect.objectContaining({ code: 'VAL_FIELD_INVALID' }),
    );
  });
});
