import type { Caller, Positions } from '@loci/core';
import type { ReadModel } from '@loci/http';
import type { AwaitPositions } from '../positions/await-positions.ts';
import { principalOf } from './own-positions.ts';
import type { OwnPositions } from './own-positions.ts';

/** Lets the tools of an assistant wait for the changes of its user. */
export interface OwnChanges {
  /** Stores the positions of a change of the caller. Never rejects. */
  record(caller: Caller, positions: Positions): Promise<void>;
  /**
   * Waits until read models contain the changes of the caller, at most one second.
   *
   * @returns false if they may lack changes. Never rejects.
   */
  areIncluded(caller: Caller, reads: readonly ReadModel[], signal?: AbortSignal): Promise<boolean>;
}

const MAX_WAIT_MS = 1_000;
/** Maximum number of reached positions in the cache. The oldest are removed. */
const MAX_REACHED = 10_000;

export function createOwnChanges(ownPositions: OwnPositions, awaitPositions: AwaitPositions): OwnChanges {
  /** Positions that read models have reached, by principal and read models. A reached position stays reached. */
  const reached = new Map<string, string>();
  return {
    record: (caller, positions) => ownPositions.record(caller, positions),
    areIncluded: async (caller, reads, signal = new AbortController().signal) => {
      const positions = await ownPositions.last(caller);
      const value = JSON.stringify(positions);
      const key = `${principalOf(caller)} ${reads.join(' ')}`;
      if (value === '{}' || reached.get(key) === value) return true;
      const { tenantId, requestId } = caller;
      const behind = await awaitPositions({
        tenantId,
        requestId,
        positions,
        reads,
        timeoutMs: MAX_WAIT_MS,
        signal,
      }).catch(() => reads);
      if (behind.length > 0) return false;
      reached.set(key, value);
      if (reached.size > MAX_REACHED) reached.delete(reached.keys().next().value!);
      return true;
    },
  };
}
