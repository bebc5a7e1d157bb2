import { mergePositions } from '@loci/core';
import type { Caller, Positions } from '@loci/core';

/**
 * Latest position of each principal. A principal is a user of a tenant.
 *
 * @see docs/reference/mcp-tools.md#own-changes
 */
export interface OwnPositions {
  /** Stores the positions of a change of the caller. Never rejects. */
  record(caller: Caller, positions: Positions): Promise<void>;
  /** Returns the later position of each service after which the caller changed nothing. Never rejects. */
  last(caller: Caller): Promise<Positions>;
}

/** Maximum number of principals. The principals whose last change is the oldest are removed. */
const MAX_PRINCIPALS = 10_000;

export const principalOf = ({ tenantId, userId }: Caller): string => `${tenantId}:${userId}`;

/** Creates positions that only this process knows. */
export function createInMemoryOwnPositions(): OwnPositions {
  const positionsByPrincipal = new Map<string, Positions>();
  return {
    record: async (caller, positions) => {
      const key = principalOf(caller);
      const merged = mergePositions(positionsByPrincipal.get(key) ?? {}, positions);
      positionsByPrincipal.delete(key);
      positionsByPrincipal.set(key, merged);
      if (positionsByPrincipal.size > MAX_PRINCIPALS) {
        positionsByPrincipal.delete(positionsByPrincipal.keys().next().value!);
      }
    },
    last: async (caller) => positionsByPrincipal.get(principalOf(caller)) ?? {},
  };
}
