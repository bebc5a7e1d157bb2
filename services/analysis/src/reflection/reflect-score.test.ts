import { describe, expect, test } from '@jest/globals';
import { DEFAULT_WEIGHTS, requireWeightsSumToOne, scoreMemories } from './reflect-score.ts';

const now = new Date('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const plain = { occurredAt: now, accessCount: 0, importance: 0, relationshipCount: 0 };
const onlyWeight = (factor: keyof typeof DEFAULT_WEIGHTS) => ({
  recency: 0,
  access: 0,
  importance: 0,
  relationship: 0,
  [factor]: 1,
});

describe('scoreMemories', () => {
  test('halves the recency every 7 days', () => {
    const memories = [0, 7, 14, 70].map((days) => ({ ...plain, occurredAt: daysAgo(days) }));
    expect(scoreMemories(memories, onlyWeight('recency'), now)).toEqual([1, 0.5, 0.25, 2 ** -10]);
  });

  test('treats a creation time in the future as the current time', () => {
    expect(scoreMemories([{ ...plain, occurredAt: daysAgo(-3) }], onlyWeight('recency'), now)).toEqual([1]);
  });

  test('scales the access count logarithmically, relative to the highest access count', () => {
    const memories = [0, 9, 99].map((accessCount) => ({ ...plain, accessCount }));
    const [none, some, most] = scoreMemories(memories, onlyWeight('access'), now);
    expect([none, most]).toEqual([0, 1]);
    expect(some).toBeCloseTo(0.5, 10);
  });

  test('scales the number of relationships logarithmically, relative to the highest number', () => {
    const memories = [3, 15].map((relationshipCount) => ({ ...plain, relationshipCount }));
    const [some, most] = scoreMemories(memories, onlyWeight('relationship'), now);
    expect(some).toBeCloseTo(0.5, 10);
    expect(most).toBe(1);
  });

  test('uses the importance of a memory without scaling', () => {
    expect(scoreMemories([{ ...plain, importance: 0.7 }], onlyWeight('importance'), now)).toEqual([0.7]);
  });

  test('returns the recency weight for a new memory without importance, accesses and relationships', () => {
    expect(scoreMemories([plain], DEFAULT_WEIGHTS, now)).toEqual([0.4]);
  });

  test('returns the weighted sum of recency, access count, importance and relationships', () => {
    const memory = { occurredAt: daysAgo(7), accessCount: 5, importance: 0.5, relationshipCount: 2 };
    expect(scoreMemories([memory], DEFAULT_WEIGHTS, now)[0]).toBeCloseTo(0.2 + 0.3 + 0.1 + 0.1, 10);
  });
});

test('the default weights of reflect are recency 0.4, access 0.3, importance 0.2 and relationship 0.1', () => {
  expect(DEFAULT_WEIGHTS).toEqual({ recency: 0.4, access: 0.3, importance: 0.2, relationship: 0.1 });
});

describe('requireWeightsSumToOne', () => {
  test.each([0.4, 0.399, 0.401])('accepts the default weights with a recency of %d', (recency) => {
    expect(() => requireWeightsSumToOne({ ...DEFAULT_WEIGHTS, recency })).not.toThrow();
  });

  test.each([0.3989, 0.4011, 0, 1])(
    'rejects the default weights with a recency of %d with VAL_VALIDATION_FAILED',
    (recency) => {
      expect(() => requireWeightsSumToOne({ ...DEFAULT_WEIGHTS, recency })).toThrow(
        expect.objectContaining({
          code: 'VAL_VALIDATION_FAILED',
          fieldErrors: expect.objectContaining({ recency_weight: expect.any(Array) }),
        }),
      );
    },
  );

  test('accepts a sum that differs from 1 only by a rounding error', () => {
    const weights = { recency: 0.1, access: 0.2, importance: 0.3, relationship: 0.4 };
    expect(() => requireWeightsSumToOne(weights)).not.toThrow();
  });
});
