import type { HiddenValidity } from '@loci/contracts';

// The expressions do not use `coalesce`, because PostgreSQL does not consider it leakproof, see `OCCURRED_AT` in
// list-memories.ts.

/** SQL expression for the start of the validity of a row. Null for no start. */
const VALID_FROM = 'CASE WHEN valid_from IS NOT NULL THEN valid_from WHEN version > 1 THEN created_at END';

/** SQL expression for the end of the validity of a row. Null for no end. */
const VALID_UNTIL = `CASE WHEN valid_until IS NOT NULL THEN valid_until
  WHEN lifecycle_state = 'evolved' OR superseded_by IS NOT NULL THEN updated_at END`;

const hasStarted = (time: string): string => `((${VALID_FROM}) IS NULL OR (${VALID_FROM}) <= ${time})`;
const hasNotEnded = (time: string): string => `((${VALID_UNTIL}) IS NULL OR (${VALID_UNTIL}) > ${time})`;

/**
 * SQL expression for the validity of a row at a time.
 *
 * @param time SQL expression
 */
export const validityAt = (time: string): string =>
  `CASE WHEN NOT is_active THEN 'superseded' WHEN NOT ${hasNotEnded(time)} THEN 'expired'
     WHEN NOT ${hasStarted(time)} THEN 'future' ELSE 'current' END`;

/**
 * SQL condition for a row that is true at a time, whether it is active or not. An inactive version without an end was never
 * true, because it lost a contradiction.
 *
 * @param time SQL expression
 */
export const isTrueAt = (time: string): string =>
  `(${hasStarted(time)} AND ${hasNotEnded(time)} AND (is_active OR (${VALID_UNTIL}) IS NOT NULL))`;

/** States that a list returns in addition to those that are true. */
export type Included = ReadonlySet<HiddenValidity>;

/**
 * SQL condition for the rows of a list of the states of one moment.
 *
 * @param time SQL expression for the moment
 */
export function isListed(included: Included, time: string): string {
  // An active row has no default end, and its default start is its creation, which is not after the moment. Without the
  // defaults, the planner can use the statistics of the columns.
  const isTrue = `(${included.has('future')} OR valid_from IS NULL OR valid_from <= ${time})
    AND (${included.has('expired')} OR valid_until IS NULL OR valid_until > ${time})`;
  return included.has('superseded') ? `(NOT is_active OR ${isTrue})` : `is_active AND ${isTrue}`;
}

/** SQL condition for the rows of a list of what was true at a time. Contains versions that were replaced later. */
export const isListedAsOf = (included: Included, time: string): string =>
  `(is_active AND (${included.has('future')} OR ${hasStarted(time)}) AND (${included.has('expired')} OR ${hasNotEnded(time)})
    OR NOT is_active AND (${included.has('superseded')} OR ${isTrueAt(time)}))`;

/**
 * SQL condition for active rows that a list of the present omits because they are not true. The index
 * `memories_with_validity` contains these rows.
 */
export const isHiddenByPeriod = (included: Included, time: string): string =>
  `is_active AND (valid_from IS NOT NULL OR valid_until IS NOT NULL)
    AND (NOT ${included.has('future')} AND valid_from > ${time} OR NOT ${included.has('expired')} AND valid_until <= ${time})`;
