import { invalidField } from '@loci/core';
import { startTimestamp, validityTimestamp } from '@loci/http';
import type { Transaction } from '@loci/postgres';

/** Query parameters of the times of a read. @see docs/reference/time.md#read-the-past */
export const timeTravelQuery = {
  as_of: validityTimestamp.optional().describe('Returns what was true at this time.'),
  known_at: startTimestamp.optional().describe('Returns what Loci knew at this time.'),
};

/** Fields of the times in the body of a search. @see docs/reference/search.md#search-the-past */
export const timeTravelBody = {
  as_of: validityTimestamp.nullish().meta({ description: 'Time at which the results were true.' }),
  known_at: startTimestamp
    .nullish()
    .meta({ description: 'Time at which the states of the results were recorded.' }),
};

/** Times of a read. */
export interface TimeTravel {
  /** Reads what was true at this time. If null, the validity does not matter. */
  asOf: Date | null;
  /** Reads the states that were recorded at this time. If null, the current states. */
  knownAt: Date | null;
}

/** Reads the current states. */
export const PRESENT: TimeTravel = { asOf: null, knownAt: null };

export const toTimeTravel = (query: {
  as_of?: Date | null | undefined;
  known_at?: Date | null | undefined;
}): TimeTravel => ({ asOf: query.as_of ?? null, knownAt: query.known_at ?? null });

/** Returns true if a read names no time. */
export const isPresent = ({ asOf, knownAt }: TimeTravel): boolean => asOf === null && knownAt === null;

/** Returns the time at which validities are compared. */
export const validityTime = ({ asOf, knownAt }: TimeTravel, now: Date): Date => asOf ?? knownAt ?? now;

/**
 * Requires that the states of a time are known completely.
 *
 * @param knownAt null requires nothing
 * @throws VAL_FIELD_INVALID for a time in the future or before the history of the tenant
 */
export async function requireKnownTime(
  tx: Transaction,
  tenantId: string,
  knownAt: Date | null,
  now: Date,
): Promise<void> {
  if (knownAt === null) return;
  if (knownAt > now) throw invalidField('known_at', 'known_at must not be in the future.');
  const [horizon] = await tx.query<{ since: Date }>(
    'SELECT since FROM history_horizons WHERE tenant_id = $1',
    [tenantId],
    'history-horizon',
  );
  if (!horizon || knownAt >= horizon.since) return;
  const earliest = horizon.since.toISOString();
  throw invalidField(
    'known_at',
    `known_at is before the retained history of the tenant, which starts at ${earliest}.`,
    'VAL_FIELD_INVALID',
    { earliest },
  );
}
