import { componentNames } from '@loci/contracts';
import { startTimestamp } from '@loci/http';
import { z } from 'zod';

/** Maximum number of days of a request. */
export const MAX_DAYS = 366;

/** Query of `GET /api/v2/memories/counts/daily`. */
export const dailyCountsQuery = z.object({
  first_day: startTimestamp
    .optional()
    .describe(
      'First UTC day, at most 365 days before the last one. Defaults to 91 days before the last one.',
    ),
  last_day: startTimestamp.optional().describe('Last UTC day. Defaults to the current day.'),
});

/** @see docs/reference/memories.md#count-memories-by-day */
export const dailyCountsResource = z
  .object({
    first_day: z.string().describe('First day, for example `2026-01-31`.'),
    last_day: z.string().describe('Last day.'),
    days: z
      .array(
        z.object({
          date: z.string().describe('UTC day, for example `2026-01-31`.'),
          count: z.int().describe('Number of memories that occurred on this day, at most 1,000.'),
          count_is_exact: z.boolean().describe('False if more than 1,000 memories occurred on this day.'),
        }),
      )
      .describe('Days with memories, earliest first.'),
  })
  .register(componentNames, { name: 'DailyMemoryCounts' });
