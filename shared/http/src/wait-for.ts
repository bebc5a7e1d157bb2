import { z } from 'zod';
import { freshnessQuery } from './freshness.ts';

/**
 * Header of the response to a write that waited with `wait_for=searchable`: true if searches find the change.
 *
 * @see docs/reference/http.md#wait-until-a-memory-is-searchable
 */
export const SEARCHABLE_HEADER = 'x-loci-searchable';

/** Query parameters of writes that can wait until searches find their changes. */
export const waitForQuery = z.object({
  wait_for: z.enum(['searchable']).optional().describe('`searchable` waits until searches find the change.'),
  wait_ms: freshnessQuery.shape.wait_ms.describe('Milliseconds to wait, 0 to 5,000.'),
});

/**
 * Returns the query parameters without those that only delay the response. A retry with an idempotency key can wait
 * although the first request did not.
 */
export function withoutWait(query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(waitForQuery.shape);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}
