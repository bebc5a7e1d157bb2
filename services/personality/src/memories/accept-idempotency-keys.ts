import { forwardIdempotencyKeys } from '@loci/http';
import type { IdempotencyStore, Route } from '@loci/http';
import type { EarlierChange, ProtectedMemories } from './protected-memories.ts';

/**
 * Returns a route that accepts idempotency keys. The memory service stores its response to the change, and `toData`
 * converts this response to that of the route.
 *
 * A repeated request does not run the handler, because its checks can fail after the change: the trait that it deleted
 * does not exist, or the trait that it added was the last one that the limit allows.
 */
export function acceptIdempotencyKeys(
  memories: Pick<ProtectedMemories, 'findEarlierChange'>,
  route: Route,
  toData: (change: EarlierChange) => unknown,
): Route {
  const idempotency: IdempotencyStore = {
    run: async (request, handle, toReply) => {
      const replayEarlier = async () => {
        const earlier = await memories.findEarlierChange(request);
        return earlier && { reply: toReply(toData(earlier)), isReplayed: true };
      };
      const replayed = await replayEarlier();
      if (replayed) return replayed;
      try {
        return await forwardIdempotencyKeys.run(request, handle, toReply);
      } catch (error) {
        // A concurrent request with the key can have made the change, so that a check failed.
        const concurrent = await replayEarlier();
        if (concurrent) return concurrent;
        throw error;
      }
    },
  };
  return { ...route, idempotency };
}
