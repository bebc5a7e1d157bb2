import { describe, expect, test } from '@jest/globals';
import { DEFAULT_WEIGHTS, requireWeightsSumToOne, scoreMemories } from './reflect-score.ts';

const now = new Date('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const plain = { createdAt: now, accessCount: 0, importance: 0, relationshipCount: 0 };
const only = (side: keyof typeof DEFAULT_WEIGHTS) => ({
  recency: 0,
  access: 0,
  importance: 0,
  relationship: 0,
  [side]: 1,
});

describe('scoreMemories (DECISIONS.md "Analysis")', () => {
  test('recency halves every 7 days', () => {
    const memories = [0, 7, 14, 70].map((days) => ({ ...plain, createdAt: daysAgo(days) }));
    expect(scoreMemories(memories, only('recency'), now)).toEqual([1, 0.5, 0.25, 2 ** -10]);
  });

  test('a memory from a clock ahead counts as new', () => {
    expect(scoreMemories([{ ...plain, createdAt: daysAgo(-3) }], only('recency'), now)).toEqual([1]);
  });

  test('access is log scaled to the most read', () => {
    const memories = [0, 9, 99].map((accessCount) => ({ ...plain, accessCount }));
    const [none, some, most] = scoreMemories(memories, only('access'), now);
    expect([none, most]).toEqual([0, 1]);
    expect(some).toBeCloseTo(0.5, 10);
  });

  test('relationship degree is log scaled to the highest', () => {
    const memories = [3, 15].map((relationshipCount) => ({ ...plain, relationshipCount }));
    const [some, most] = scoreMemories(memories, only('relationship'), now);
    expect(some).toBeCloseTo(0.5, 10);
    expect(most).toBe(1);
  });

  test('importance counts as it is', () => {
    expect(scoreMemories([{ ...plain, importance: 0.7 }], only('importance'), now)).toEqual([0.7]);
  });

  test('nothing read and nothing related is no division by zero', () => {
    expect(scoreMemories([plain], DEFAULT_WEIGHTS, now)).toEqual([0.4]);
  });

  test('the score is the weighted sum, with the defaults of SPEC.md', () => {
    expect(DEFAULT_WEIGHTS).toEqual({ recency: 0.4, access: 0.3, importance: 0.2, relationship: 0.1 });
    const memory = { createdAt: daysAgo(7), accessCount: 5, importance: 0.5, relationshipCount: 2 };
    expect(scoreMemories([memory], DEFAULT_WEIGHTS, now)[0]).toBeCloseTo(0.2 + 0.3 + 0.1 + 0.1, 10);
  });
});

describe('the four weights must sum to 1.0 (tolerance 0.001)', () => {
  test.each([0.4, 0.399, 0.401])('recency %d of the defaults is accepted', (recency) => {
    expect(() => requireWeightsSumToOne({ ...DEFAULT_WEIGHTS, recency })).not.toThrow();
  });

  test.each([0.3989, 0.4011, 0, 1])('recency %d is VAL_VALIDATION_FAILED', (recency) => {
    expect(() => requireWeightsSumToOne({ ...DEFAULT_WEIGHTS, recency })).toThrow(
      expect.objectContaining({
        code: 'VAL_VALIDATION_FAILED',
        fieldErrors: expect.objectContaining({ recency_weight: expect.any(Array) }),
      }),
    );
  });

  test('a sum that only rounding keeps from 1 is accepted', () => {
    expect(() =>
      requireWeightsSumToOne({ recency: 0.1, access: 0.2, importance: 0.3, relationship: 0.4 }),
    ).not.toThrow();
  });
});
