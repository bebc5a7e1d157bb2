import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { InTransaction } from '@loci/postgres';
import type { ReaderSettingRepository } from './reader-setting.repository.ts';

export interface ReplaceReaderSettingDeps {
  inTransaction: InTransaction;
  readerSettings: Pick<ReaderSettingRepository, 'replace'>;
}

/**
 * Turns the recording of readers in the caller's tenant on or off.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner
 * @see docs/reference/memories.md#turn-the-recording-off
 */
export async function replaceReaderSetting(
  { inTransaction, readerSettings }: ReplaceReaderSettingDeps,
  { role, tenantId }: Caller,
  recording: boolean,
): Promise<void> {
  if (role !== 'owner') {
    throw new AppError('AUTH_FORBIDDEN', 'Only owners can change whether reads are recorded.', {
      details: { required_role: 'owner', current_role: role },
    });
  }
  await inTransaction(tenantId, async (tx) => {
    await readerSettings.replace(tx, tenantId, recording);
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'tenant', objectIds: [tenantId] });
  });
}
