import { AppError } from '@loci/core';

const MS_PER_DAY = 86_400_000;
/** Age at which the recency of a memory is 0.5. */
const HALF_LIFE_DAYS = 7;
const WEIGHT_TOLERANCE = 0.001;

/** Weights of the factors of a score. Their sum is 1. */
export interface ReflectWeights {
  recency: number;
  access: number;
  importance: number;
  relationship: number;
}

export const DEFAULT_WEIGHTS: ReflectWeights = {
  recency: 0.4,
  access: 0.3,
  importance: 0.2,
  relationship: 0.1,
};

export interface ScoreFactors {
  occurredAt: Date;
  accessCount: number;
  importance: number;
  /** Number of incoming and outgoing relationships. */
  relationshipCount: number;
}

/**
 * Requires that the weights sum to 1.0.
 *
 * @throws VAL_VALIDATION_FAILED unless the weights sum to 1.0 with a tolerance of 0.001
 * @see docs/reference/analysis.md#reflect
 */
export function requireWeightsSumToOne(weights: ReflectWeights): void {
  const sum = weights.recency + weights.access + weights.importance + weights.relationship;
  // Adding decimals such as 0.1 causes rounding errors. Without 1e-9, a sum of 1.001 could be rejected.
  if (Math.abs(sum - 1) <= WEIGHT_TOLERANCE + 1e-9) return;
  const message = `The four weights must sum to 1.0. Their sum is ${Number(sum.toFixed(4))}.`;
  throw new AppError('VAL_VALIDATION_FAILED', message, {
    details: { sum },
    fieldErrors: {
      recency_weight: [message],
      access_weight: [message],
      importance_weight: [message],
      relationship_weight: [message],
    },
  });
}

/**
 * Computes the reflect score of each memory: the weighted sum of recency, access count, importance and number
 * of relationships. Recency decays exponentially. Access counts and numbers of relationships are on a
 * logarithmic scale relative to their maximum among these memories.
 *
 * @returns scores from 0 to 1, in the order of the memories
 * @see docs/reference/analysis.md#reflect-score
 */
export function scoreMemories(
  memories: readonly ScoreFactors[],
  weights: ReflectWeights,
  now: Date,
): number[] {
  let maxAccessCount = 0;
  let maxDegree = 0;
  for (const memory of memories) {
    maxAccessCount = Math.max(maxAccessCount, memory.accessCount);
    maxDegree = Math.max(maxDegree, memory.relationshipCount);
  }
  return memories.map(
    (memory) =>
      weights.recency * recency(memory.occurredAt, now) +
      weights.access * logScale(memory.accessCount, maxAccessCount) +
      weights.importance * memory.importance +
      weights.relationship * logScale(memory.relationshipCount, maxDegree),
  );
}

function recency(occurredAt: Date, now: Date): number {
  const ageDays = Math.max(0, now.getTime() - occurredAt.getTime()) / MS_PER_DAY;
  return 0.5 ** (ageDays / HALF_LIFE_DAYS);
}

function logScale(value: number, max: number): number {
  return max === 0 ? 0 : Math.log1p(value) / Math.log1p(max);
}
