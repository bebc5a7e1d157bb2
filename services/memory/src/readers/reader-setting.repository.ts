import type { Transaction } from '@loci/postgres';

/** Stores which tenants record who reads their memories. */
export interface ReaderSettingRepository {
  /** Returns whether a tenant records reads. True if the tenant never changed it. */
  find(tx: Transaction, tenantId: string): Promise<boolean>;
  replace(tx: Transaction, tenantId: string, recording: boolean): Promise<void>;
}

export const readerSettingRepository: ReaderSettingRepository = {
  find: async (tx, tenantId) => {
    const [row] = await tx.query<{ recording: boolean }>(
      'SELECT recording FROM reader_settings WHERE tenant_id = $1',
      [tenantId],
      'reader-setting-find',
    );
    return row?.recording ?? true;
  },

  replace: async (tx, tenantId, recording) => {
    await tx.query(
      `INSERT INTO reader_settings (tenant_id, recording) VALUES ($1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET recording = excluded.recording`,
      [tenantId, recording],
      'reader-setting-replace',
    );
  },
};
