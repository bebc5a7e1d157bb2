import type { VisibilityPromise } from '../target.ts';
import type { Acknowledgment } from './expected-state.ts';

/** A search that did not find the latest acknowledged text of a memory. */
export interface Miss {
  acknowledgment: Acknowledgment;
  /** False if the server reports that the results do not reflect recent changes, or are degraded. */
  complete: boolean;
  /** Whether the server marked the answer as fresh. Undefined for a search without a position. */
  fresh: boolean | undefined;
  /** Number of kills before the search was sent, and before its answer arrived. */
  killsBefore: number;
  killsAfter: number;
  /** Number of stores and updates before the answer arrived. */
  writes: number;
  answeredAt: number;
}

/**
 * Returns true if the server's documentation promises that the search finds the memory. An answer that is marked as fresh
 * includes the write of its position, whatever the limits of the other promise are.
 */
export function breaksPromise(miss: Miss, promise: VisibilityPromise): boolean {
  const { acknowledgment } = miss;
  if (miss.fresh === true) return true;
  if (!miss.complete) return false;
  const sameProcess = miss.killsBefore === acknowledgment.kills && miss.killsAfter === acknowledgment.kills;
  if (promise.endsWithProcess && !sameProcess) return false;
  if (miss.writes - acknowledgment.writes > promise.latestWrites) return false;
  return miss.answeredAt - acknowledgment.at <= promise.maxAgeMs;
}
