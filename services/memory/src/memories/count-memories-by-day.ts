import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { z } from 'zod';
import { isListed } from '../time/validity-conditions.ts';
import { MAX_DAYS } from './daily-counts.schemas.ts';
import type { dailyCountsQuery, dailyCountsResource } from './daily-counts.schemas.ts';
import { OCCURRED_AT } from './list-memories.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 92;
/** Bounds the number of index entries that a request reads, whatever the size of the tenant. */
const MAX_COUNTED_PER_DAY = 1_000;

/**
 * Counts the memories that a list without parameters contains, by the UTC day of their event.
 *
 * @throws VAL_FIELD_INVALID if the period is empty or longer than 366 days
 * @see docs/reference/memories.md#count-memories-by-day
 */
export async function countMemoriesByDay(
  { inTransaction, now }: { inTransaction: InTransaction; now(): Date },
  { tenantId }: Caller,
  query: z.output<typeof dailyCountsQuery>,
): Promise<z.input<typeof dailyCountsResource>> {
  const time = now();
  const last = startOfDay(query.last_day ?? time);
  const first = startOfDay(query.first_day ?? new Date(last.getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  const days = (last.getTime() - first.getTime()) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) {
    const message = `first_day must be at most ${MAX_DAYS - 1} days before last_day, and not after it.`;
    throw new AppError('VAL_FIELD_INVALID', message, { fieldErrors: { first_day: [message] } });
  }
  const rows = await inTransaction(tenantId, (tx) =>
    tx.query<{ date: string; count: number }>(
      `SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, counted.count
       FROM generate_series($2::timestamptz, $3::timestamptz, interval '24 hours') AS day
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS count FROM (
           SELECT FROM memories
           WHERE tenant_id = $1 AND ${OCCURRED_AT} >= day AND ${OCCURRED_AT} < day + interval '24 hours'
             AND memory_type <> ALL($4) AND ${isListed(new Set(), '$5')}
           LIMIT ${MAX_COUNTED_PER_DAY + 1}
         ) matching
       ) counted WHERE counted.count > 0 ORDER BY day`,
      [tenantId, first, last, PROTECTED_MEMORY_TYPES, time],
      'memory-daily-counts',
    ),
  );
  return {
    first_day: toDate(first),
    last_day: toDate(last),
    days: rows.map(({ date, count }) => ({
      date,
      count: Math.min(count, MAX_COUNTED_PER_DAY),
      count_is_exact: count <= MAX_COUNTED_PER_DAY,
    })),
  };
}

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
const toDate = (day: Date): string => day.toISOString().slice(0, 10);
