import type { Database } from '@loci/postgres';

/** Erasures of users, or deletions of tenants, that are not completed. */
export interface UnfinishedErasures {
  kind: 'user' | 'tenant';
  count: number;
  /** Time since the request of the oldest one in seconds, or 0. */
  oldestSeconds: number;
}

/**
 * Counts the erasures of users and the deletions of tenants that are not completed. Reads only rows with a due pass, which
 * have an index. A deletion is completed when no service has data of the tenant, although its passes continue.
 */
export const measureErasures = ({
  database,
  now,
}: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Promise<UnfinishedErasures[]> =>
  database.inSystemTransaction((tx) =>
    tx.query<UnfinishedErasures>(
      `SELECT kind, count(requested_at)::int AS count,
         greatest(0, coalesce(extract(epoch FROM $1::timestamptz - min(requested_at)), 0))::float8 AS "oldestSeconds"
       FROM (VALUES ('user'), ('tenant')) kinds(kind)
       LEFT JOIN (
         SELECT 'user' AS of_kind, requested_at FROM erasures WHERE next_pass_at IS NOT NULL
         UNION ALL
         SELECT 'tenant', deletion_requested_at FROM tenants
         WHERE next_deletion_pass_at IS NOT NULL AND data_deleted_at IS NULL
       ) unfinished ON of_kind = kind
       GROUP BY kind ORDER BY kind DESC`,
      [now()],
    ),
  );
