import type { DetectedType } from './detect-memory-type.ts';

/**
 * Importance by type, before the words of the text are considered. A fact has the default importance of a memory. Types
 * that require an action or correct an error rank higher. References and conversations rank lower.
 */
const BASE_IMPORTANCE: Record<DetectedType, number> = {
  task: 0.7,
  correction: 0.7,
  strategy: 0.65,
  insight: 0.65,
  relationship: 0.6,
  fact: 0.5,
  reference: 0.45,
  conversation: 0.4,
};

const CRITICAL_WORDS =
  /\b(?:critical(?:ly)?|crucial(?:ly)?|vital|urgent(?:ly)?|essential|life-threatening|emergency|allerg(?:y|ic|ies)|asap)\b/i;
const IMPORTANT_WORDS =
  /\b(?:important(?:ly)?|must|never|always|decided|decision|deadline|remember|key|required|mandatory|breaking|security|promised)\b/i;
const HEDGING_WORDS =
  /\b(?:maybe|perhaps|possibly|might|not sure|trivial|minor|unimportant|by the way|btw|fyi|just a thought|nice to have|small talk)\b/i;

const CRITICAL_BONUS = 0.25;
const IMPORTANT_BONUS = 0.1;
const HEDGING_PENALTY = 0.15;
/** Maximum length of the part of a text that is examined, in UTF-16 code units. */
const MAX_EXAMINED_LENGTH = 4_000;

/**
 * Estimates the importance of a text from its type and from words such as "critical" or "maybe".
 *
 * @returns 0.1 to 1, a multiple of 0.05
 * @see docs/reference/mcp-tools.md#importance-estimation
 */
export function estimateImportance(content: string, type: DetectedType): number {
  const examined = content.slice(0, MAX_EXAMINED_LENGTH);
  const bonus = CRITICAL_WORDS.test(examined)
    ? CRITICAL_BONUS
    : IMPORTANT_WORDS.test(examined)
      ? IMPORTANT_BONUS
      : 0;
  const penalty = HEDGING_WORDS.test(examined) ? HEDGING_PENALTY : 0;
  return Math.round(Math.min(1, Math.max(0.1, BASE_IMPORTANCE[type] + bonus - penalty)) * 100) / 100;
}
