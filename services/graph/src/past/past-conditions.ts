import type { HiddenValidity } from '@loci/contracts';
import { STATE_COLUMNS } from '../relationships/relationship.row.ts';

/** SELECT of the current states of the relationships of the tenant `$1`. */
const CURRENT_STATES = `SELECT ${STATE_COLUMNS} FROM relationships WHERE tenant_id = $1`;

/**
 * Returns a SELECT of the states of the relationships of the tenant `$1` that were recorded at a time.
 *
 * @param time SQL expression. Null selects the current states.
 */
export const recordedStates = (time: string | null): string =>
  time === null
    ? CURRENT_STATES
    : `${CURRENT_STATES} AND updated_at <= ${time}
       UNION ALL
       SELECT ${STATE_COLUMNS} FROM relationship_revisions
       WHERE tenant_id = $1 AND updated_at <= ${time} AND recorded_until > ${time}`;

export interface PastSelection {
  /** Validities of the selected relationships in addition to `current`. */
  included: ReadonlySet<HiddenValidity>;
  /** True if the relationships that held at the time are selected, including those of versions that were replaced later. */
  isAsOf: boolean;
}

/**
 * SQL condition for the state of a relationship that is valid at a time, or has an included validity.
 *
 * @param time SQL expression
 */
export function isSelectedAt({ included, isAsOf }: PastSelection, time: string): string {
  const hasStarted = `(valid_from IS NULL OR valid_from <= ${time})`;
  const hasNotEnded = `(valid_until IS NULL OR valid_until > ${time})`;
  return `CASE WHEN is_active THEN (${included.has('future')} OR ${hasStarted}) AND (${included.has('expired')} OR ${hasNotEnded})
    ELSE ${included.has('superseded')} OR ${isAsOf} AND ${hasStarted} AND ${hasNotEnded} END`;
}
