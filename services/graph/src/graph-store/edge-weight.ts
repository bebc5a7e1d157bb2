/** Rounded, so that different weights stay different once multiplied, and .9 * .8 is .72. */
export const weightOf = (strength: number, confidence: number): number =>
  Math.round(strength * confidence * 1e12) / 1e12;
