import type { Transaction } from '@loci/postgres';
import type { RetainedType, RetentionDefaults } from './retention-defaults.ts';

type StoredDefaults = Partial<Record<RetainedType, number>>;

export interface RetentionDefaultsRepository {
  /** Returns the retention defaults of a tenant. They are empty if the tenant never set any. */
  find(tx: Transaction, tenantId: string): Promise<RetentionDefaults>;
  /** Replaces all retention defaults of a tenant. Of concurrent calls, the last one wins as a whole. */
  replace(tx: Transaction, tenantId: string, defaults: RetentionDefaults): Promise<void>;
}

export const retentionDefaultsRepository: RetentionDefaultsRepository = {
  find: async (tx, tenantId) => {
    const [row] = await tx.query<{ ttl_seconds: StoredDefaults }>(
      'SELECT ttl_seconds FROM retention_defaults WHERE tenant_id = $1',
      [tenantId],
      'retention-defaults-find',
    );
    return new Map(Object.entries(row?.ttl_seconds ?? {}) as [RetainedType, number][]);
  },

  replace: async (tx, tenantId, defaults) => {
    await tx.query(
      `INSERT INTO retention_defaults (tenant_id, ttl_seconds) VALUES ($1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET ttl_seconds = excluded.ttl_seconds`,
      [tenantId, JSON.stringify(Object.fromEntries(defaults))],
      'retention-defaults-replace',
    );
  },
};
