import { sortPositions } from '@loci/core';
import type { Ranking } from './retriever.ts';

/**
 * Returns the positions of the scores that are not NaN, highest score first. Equal scores keep the order of
 * their positions.
 */
export function sortByScore(scores: Float64Array): Ranking {
  const positions = new Uint32Array(scores.length);
  let count = 0;
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i])) positions[count++] = i;
  return sortPositions(positions.subarray(0, count), scores);
}
