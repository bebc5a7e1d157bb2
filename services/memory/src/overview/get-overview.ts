import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { OverviewRepository } from './overview.repository.ts';
import type { Overview } from './overview.ts';

export interface GetOverviewDeps {
  inTransaction: InTransaction;
  overview: OverviewRepository;
  now(): Date;
}

const DAY_MS = 86_400_000;

/**
 * Returns what the tenant has to decide and to wait for, and the activity of the last days.
 *
 * @param days number of days of the activity, including the current UTC day
 * @see docs/reference/memories.md#get-an-overview
 */
export async function getOverview(
  { inTransaction, overview, now }: GetOverviewDeps,
  { tenantId }: Caller,
  days: number,
): Promise<Overview> {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: days }, (_, index) => new Date(today - (days - 1 - index) * DAY_MS));
  return inTransaction(tenantId, async (tx) => {
    const [openContradictions, openSuggestions, memories, activity] = await Promise.all([
      overview.countOpenContradictions(tx, tenantId),
      overview.countOpenSuggestions(tx, tenantId),
      overview.countMemories(tx, tenantId),
      days === 0 ? [] : overview.countByDay(tx, tenantId, starts),
    ]);
    const failed = memories.embedded < memories.total ? await overview.findFailed(tx, tenantId) : [];
    return { openContradictions, openSuggestions, memories, failed, activity };
  });
}
