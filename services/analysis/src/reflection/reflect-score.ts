import { AppError } from '@loci/core';

const MS_PER_DAY = 86_400_000;
const HALF_LIFE_DAYS = 7;
const WEIGHT_TOLERANCE = 0.001;

/** How much each side of a memory counts; together 1. */
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
  createdAt: Date;
  accessCount: number;
  importance: number;
  /** Relationships at either end of the memory. */
  relationshipCount: number;
}

/**
 * @throws VAL_VALIDATION_FAILED unless the weights sum to 1.0, give or take 0.001
 * @see SPEC.md "Analysis" 1; DECISIONS.md "HTTP in general"
 */
export function requireWeightsSumToOne(weights: ReflectWeights): void {
  const sum = weights.recency + weights.access + weights.importance + weights.relationship;
  // The sum of decimals such as 0.1 is off by a rounding error, which is no reason to refuse a sum of 1.001.
  if (Math.abs(sum - 1) <= WEIGHT_TOLERANCE + 1e-9) return;
  const message = `The four weights must sum to 1.0 and sum to ${Number(sum.toFixed(4))}.`;
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
 * The reflect score of each memory, 0 to 1: the weighted sum of recency (halves every 7 days), access
 * (log scaled to the most read of these memories), importance and degree (log scaled to the highest).
 *
 * @returns scores in the order of the memories
 * @see DECISIONS.md "Analysis"
 */
export function scoreMemories(
  memories: readonly ScoreFactors[],
  weights: ReflectWeights,
  now: Date,
): number[] {
  let mostRead = 0;
  let highestDegree = 0;
  for (const memory of memories) {
    mostRead = Math.max(mostRead, memory.accessCount);
    highestDegree = Math.max(highestDegree, memory.relationshipCount);
  }
  return memories.map(
    (memory) =>
      weights.recency * recency(memory.createdAt, now) +
      weights.access * logScale(memory.accessCount, mostRead) +
      weights.importance * memory.importance +
      weights.relationship * logScale(memory.relationshipCount, highestDegree),
  );
}

function recency(createdAt: Date, now: Date): number {
  const ageDays = Math.max(0, now.getTime() - createdAt.getTime()) / MS_PER_DAY;
  return 0.5 ** (ageDays / HALF_LIFE_DAYS);
}

function logScale(value: number, highest: number): number {
  return highest === 0 ? 0 : Math.log1p(value) / Math.log1p(highest);
}
