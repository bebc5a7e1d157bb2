import type { CounterSource } from '@loci/postgres';

/** Name of the counter of the bytes of a tenant's files. */
export const ARTIFACT_BYTES_COUNTER = 'artifact-bytes';

/** Counted table of the artifact service, and the query for the correct value of its counter. */
export const artifactCounterSource: CounterSource = {
  table: 'entries',
  expected: `SELECT '${ARTIFACT_BYTES_COUNTER}' AS counter, sum(size_bytes) AS value FROM entries
    WHERE tenant_id = $1 AND artifact_id IS NOT NULL HAVING count(*) > 0`,
};
