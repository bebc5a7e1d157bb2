import type { DetectedType } from './detect-memory-type.ts';

/**
 * Where a type starts: what has to be acted on or replaces something wrong counts for more than what can be
 * looked up again or was only said. A fact has the operation's own default.
 */
const BASE: Record<DetectedType, number> = {
  task: 0.7,
  correction: 0.7,
  strategy: 0.65,
  insight: 0.65,
  relationship: 0.6,
  fact: 0.5,
  reference: 0.45,
  conversation: 0.4,
};

const VITAL =
  /\b(?:critical(?:ly)?|crucial(?:ly)?|vital|urgent(?:ly)?|essential|life-threatening|emergency|allerg(?:y|ic|ies)|asap)\b/i;
const WEIGHTY =
  /\b(?:important(?:ly)?|must|never|always|decided|decision|deadline|remember|key|required|mandatory|breaking|security|promised)\b/i;
const SLIGHT =
  /\b(?:maybe|perhaps|possibly|might|not sure|trivial|minor|unimportant|by the way|btw|fyi|just a thought|nice to have|small talk)\b/i;

const VITAL_GAIN = 0.25;
const WEIGHTY_GAIN = 0.1;
const SLIGHT_LOSS = 0.15;
const EXAMINED_LENGTH = 4_000;

/** An importance of 0.1 to 1 from the type and from what the text says of its own weight, in steps of 0.05. */
export function estimateImportance(content: string, type: DetectedType): number {
  const examined = content.slice(0, EXAMINED_LENGTH);
  const gain = VITAL.test(examined) ? VITAL_GAIN : WEIGHTY.test(examined) ? WEIGHTY_GAIN : 0;
  const loss = SLIGHT.test(examined) ? SLIGHT_LOSS : 0;
  return Math.round(Math.min(1, Math.max(0.1, BASE[type] + gain - loss)) * 100) / 100;
}
