import type { LifecycleState } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** A version of a memory in its history. */
export interface Version {
  id: string;
  version: number;
  content: string;
  createdAt: Date;
  lifecycleState: LifecycleState;
  isActive: boolean;
}

interface VersionRow {
  id: string;
  version: number;
  content: string;
  created_at: Date;
  lifecycle_state: LifecycleState;
  is_active: boolean;
}

/** SQL condition of the index `versions`, which excludes memories whose only version is active. */
const IN_CHAIN = `tenant_id = $1 AND chain_id = $2 AND (version > 1 OR NOT is_active)`;

export interface VersionRepository {
  /**
   * Returns the versions of a chain, oldest first. Returns an empty list if the only version is active.
   *
   * @param options.after version and id to continue after
   */
  list(
    tx: Transaction,
    tenantId: string,
    chainId: string,
    options: { limit: number; offset: number; after: readonly [number, string] | undefined },
  ): Promise<Version[]>;
  /** Counts the versions that `list` returns on all pages. */
  count(tx: Transaction, tenantId: string, chainId: string): Promise<number>;
}

export const versionRepository: VersionRepository = {
  list: async (tx, tenantId, chainId, { limit, offset, after }) => {
    const rows = await tx.query<VersionRow>(
      `SELECT id, version, content, created_at, lifecycle_state, is_active FROM memories
       WHERE ${IN_CHAIN} AND ($5::int IS NULL OR (version, id) > ($5, $6::uuid))
       ORDER BY version, id LIMIT $3 OFFSET $4`,
      [tenantId, chainId, limit, offset, after?.[0] ?? null, after?.[1] ?? null],
    );
    return rows.map(toVersion);
  },

  count: async (tx, tenantId, chainId) => {
    const rows = await tx.query<{ total: string }>(
      `SELECT count(*) AS total FROM memories WHERE ${IN_CHAIN}`,
      [tenantId, chainId],
    );
    return Number(rows[0]!.total);
  },
};

const toVersion = (row: VersionRow): Version => ({
  id: row.id,
  version: row.version,
  content: row.content,
  createdAt: row.created_at,
  lifecycleState: row.lifecycle_state,
  isActive: row.is_active,
});
