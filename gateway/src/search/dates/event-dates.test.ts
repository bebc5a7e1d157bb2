import { describe, expect, test } from '@jest/globals';
import { chooseEvent } from './choose-event.ts';
import { eventPeriod } from './event-period.ts';
import type { EventDistance, EventRelation } from './parse-events.ts';

const DAY_MS = 86_400_000;

describe('eventPeriod', () => {
  const EVENT_MS = Date.parse('2023-06-15T22:30:00Z');
  const format = (ms: number): string =>
    Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16).replace('T00:00', '') : '…';
  const period = (relation: EventRelation, distance: EventDistance | null, timeZone = 'UTC'): string => {
    const { fromMs, toMs } = eventPeriod({ relation, distance }, EVENT_MS, timeZone);
    return `${format(fromMs)} – ${format(toMs)}`;
  };

  test.each([
    ['before', null, '… – 2023-06-15'],
    ['after', null, '2023-06-15 – …'],
    ['during', null, '2023-06-15 – 2023-06-18'],
    ['after', { count: null, unit: 'week' }, '2023-06-16 – 2023-06-23'],
    ['before', { count: null, unit: 'week' }, '2023-06-08 – 2023-06-15'],
    ['after', { count: 1, unit: 'day' }, '2023-06-16 – 2023-06-17'],
    ['before', { count: 2, unit: 'week' }, '2023-05-29 – 2023-06-05'],
    ['after', { count: 2, unit: 'month' }, '2023-07-30 – 2023-08-30'],
  ] as const)('of "%s" with the distance %j', (relation, distance, expected) => {
    expect(period(relation, distance)).toBe(expected);
  });

  test('begins with the day of the time zone', () => {
    expect(period('after', null, 'Europe/Berlin')).toBe('2023-06-15T22:00 – …');
  });
});

describe('chooseEvent', () => {
  const match = (day: number, score = 1, coverage = 1) => ({ timeMs: day * DAY_MS, score, coverage });

  test('returns the memory with the most words, and of these the one with the highest score', () => {
    const matches = [match(1, 9, 0.75), match(2, 3), match(3, 4)];
    expect(chooseEvent(matches)).toBe(matches[2]);
  });

  test('returns null if no memory has nearly all words', () => {
    expect(chooseEvent([])).toBeNull();
    expect(chooseEvent([match(1, 9, 0.5)])).toBeNull();
    expect(chooseEvent([match(1, 9, 2 / 3)])).not.toBeNull();
  });

  test('returns null if most of the scores are those of other times', () => {
    expect(chooseEvent([match(1, 4), match(30, 3), match(90, 2)])).toBeNull();
    expect(chooseEvent([match(1, 4), match(7, 3), match(90, 2)])).not.toBeNull();
    expect(chooseEvent([match(1, 4), match(30, 3, 0.5), match(90, 2, 0.5)])).not.toBeNull();
  });

  test('returns null if one of two memories of different times matches only slightly better', () => {
    expect(chooseEvent([match(1, 5), match(30, 4)])).toBeNull();
    expect(chooseEvent([match(1, 6), match(30, 4)])).not.toBeNull();
  });

  test('ignores memories of an unknown time', () => {
    expect(chooseEvent([match(NaN, 4), match(1, 3)])).toMatchObject({ timeMs: DAY_MS });
  });
});
