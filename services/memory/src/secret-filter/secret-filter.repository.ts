import type { SecretFilterSetting } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

export interface SecretFilterRepository {
  /** Returns the setting of a tenant. It is `off` if the tenant never changed it. */
  find(tx: Transaction, tenantId: string): Promise<SecretFilterSetting>;
  replace(tx: Transaction, tenantId: string, action: SecretFilterSetting): Promise<void>;
}

export const secretFilterRepository: SecretFilterRepository = {
  find: async (tx, tenantId) => {
    const [row] = await tx.query<{ action: SecretFilterSetting }>(
      'SELECT action FROM secret_filters WHERE tenant_id = $1',
      [tenantId],
      'secret-filter-find',
    );
    return row?.action ?? 'off';
  },

  replace: async (tx, tenantId, action) => {
    await tx.query(
      `INSERT INTO secret_filters (tenant_id, action) VALUES ($1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET action = excluded.action`,
      [tenantId, action],
      'secret-filter-replace',
    );
  },
};
