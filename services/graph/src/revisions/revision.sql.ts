import { currentActor } from '@loci/core';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import { STATE_COLUMNS } from '../relationships/relationship.row.ts';

/** SQL expression for the bytes of a row of `relationship_revisions` that count toward their maximum. */
export const REVISION_BYTES =
  'octet_length(evidence::text) + octet_length(traversal_properties::text) + octet_length(metadata::text) + 300';

/** User of changes that no user caused, such as those of consumers. */
const SYSTEM_USER = 'system';

/** Returns the user who causes the changes of the current operation. */
export const recordingUser = (): string => currentActor()?.userId ?? SYSTEM_USER;

/**
 * Returns CTEs that archive states of relationships and count their bytes.
 *
 * @param source FROM clause with the columns of the rows of `relationships` before the change
 * @param endedAt placeholder of the time of the change. A state never ends before it starts, because the clocks of
 *   processes can differ.
 */
export const archived = (source: string, endedAt: string, { deletes }: { deletes: boolean }): string =>
  `archived AS (
     INSERT INTO relationship_revisions (${STATE_COLUMNS}, recorded_by, recorded_until, ended_by_deletion, original_authors)
     SELECT ${STATE_COLUMNS}, coalesce(recorded_by, created_by), greatest(updated_at, ${endedAt}::timestamptz), ${deletes},
       original_authors
     ${source} RETURNING tenant_id, ${REVISION_BYTES} AS bytes),
   archived_bytes AS (
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT tenant_id, '${REVISION_BYTES_COUNTER}', sum(bytes) FROM archived GROUP BY tenant_id)`;
