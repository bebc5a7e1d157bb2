import { MAX_WAIT_MS } from '@loci/contracts';
import { AppError } from '@loci/core';
import { z } from 'zod';
import { queryBoolean, queryNumber } from './fields.ts';

/**
 * Data of an operation that is updated by events of other services: the search indexes, the graph store, the copies of
 * relationships and contradictions in the memory service, and the analysis data.
 */
export type ReadModel = 'search' | 'graph' | 'memory' | 'analysis';

/** Header of a request, with positions that its results must include. @see docs/reference/http.md#read-your-writes */
export const MIN_POSITION_HEADER = 'x-loci-min-position';

const DEFAULT_WAIT_MS = 1_000;

/** Query parameters of operations that can wait for a minimum position. */
export const freshnessQuery = z.object({
  wait_ms: queryNumber(z.int().min(0).max(MAX_WAIT_MS).default(DEFAULT_WAIT_MS)).describe(
    'Milliseconds to wait until the results include the minimum position, 0 to 5,000.',
  ),
  require_fresh: queryBoolean
    .default(false)
    .describe('True rejects the request with SYS_NOT_FRESH if the results may lack changes.'),
});

/** Freshness of a request with a minimum position. */
export interface Freshness {
  /** False if the results may lack changes up to the minimum position. */
  isFresh: boolean;
  /** True to reject the request if its results may lack changes. */
  isRequired: boolean;
  /** Milliseconds that the request was willing to wait. */
  waitMs: number;
}

/** Creates the 503 error of a request whose results may lack changes. */
export const notFresh = (behind: readonly string[], waitMs: number): AppError =>
  new AppError(
    'SYS_NOT_FRESH',
    `The results do not include the requested position within ${waitMs} ms. Retry in a few seconds.`,
    { details: { behind } },
  );
