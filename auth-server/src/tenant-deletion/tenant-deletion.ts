import type { FoundByService } from '@loci/contracts';
import { totalOf } from '../receipts/receipt.ts';

/** Deletion of a tenant. The row of the tenant stays until the last deletion pass. */
export interface TenantDeletion {
  requestedAt: Date;
  /** Time at which a complete deletion pass found no data. Null before. */
  dataDeletedAt: Date | null;
}

/** A deletion pass through all services. */
export interface DeletionPass {
  startedAt: Date;
  endedAt: Date;
  /** Number of rows and files that the pass deleted. */
  deleted: number;
  /** Result of the search after the deletion. Null if the pass did not reach the end of the deletion. */
  foundAfter: FoundByService | null;
}

/** What follows a deletion pass: the next pass, or the deletion of the tenant's row as the last step. */
export type NextStep = { finished: true } | { finished: false; nextPassAt: Date; dataDeletedAt: Date | null };

/**
 * Time after which the gateways reject all tokens of the tenant, and requests that they accepted before have ended. The
 * documented revocation delay is 30 seconds.
 */
const SETTLED_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 5_000;
/** Interval of the passes that delete data of late events. */
const RECHECK_AFTER_MS = 3_600_000;
/**
 * Time after which no event can recreate data. Consumers check objects of events that are at least 6 days old in the
 * service that owns them. Kafka keeps events for 7 days.
 *
 * @see docs/reference/events.md#tombstones
 */
export const LAST_PASS_AFTER_MS = 8 * 86_400_000;

/**
 * Returns true if a pass started after all requests that the platform accepted before the deletion have ended. No
 * client can then repeat the deletion request with its idempotency key.
 */
export const isSettled = ({ requestedAt }: TenantDeletion, startedAt: Date): boolean =>
  startedAt.getTime() - requestedAt.getTime() >= SETTLED_AFTER_MS;

/** Returns the step that follows a deletion pass. `hasValidTokens` is true while an access token has not expired. */
export function stepAfterPass(
  deletion: TenantDeletion,
  { startedAt, endedAt, deleted, foundAfter }: DeletionPass,
  hasValidTokens: boolean,
): NextStep {
  const { requestedAt, dataDeletedAt } = deletion;
  const ageMs = startedAt.getTime() - requestedAt.getTime();
  const hasFoundNothing = deleted === 0 && foundAfter !== null && totalOf(foundAfter) === 0;
  if (!hasFoundNothing || !isSettled(deletion, startedAt)) {
    return { finished: false, nextPassAt: later(endedAt, RETRY_AFTER_MS), dataDeletedAt };
  }
  if (ageMs >= LAST_PASS_AFTER_MS && !hasValidTokens) return { finished: true };
  return {
    finished: false,
    nextPassAt: later(endedAt, RECHECK_AFTER_MS),
    dataDeletedAt: dataDeletedAt ?? endedAt,
  };
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms);
