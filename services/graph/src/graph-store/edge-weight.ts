/**
 * Returns the weight of an edge, from 0 to 1. Rounds it to twelve decimal places, so that 0.9 × 0.8 is 0.72
 * and edges with equal decimal weights compare as equal.
 */
export const edgeWeight = (strength: number, confidence: number): number =>
  Math.round(strength * confidence * 1e12) / 1e12;
