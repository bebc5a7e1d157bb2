import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { requireQuota } from '@loci/postgres';
import type { StorageQuota } from '@loci/postgres';
import { UPLOAD_LIFETIME_MS, uploadTooLarge } from './upload.ts';
import type { Upload, UploadDeps, UploadKind } from './upload.ts';
import { insertUpload, lockUnfinished } from './upload.repository.ts';

export interface CreateUploadDeps extends UploadDeps {
  quota: StorageQuota;
}

/**
 * Validates the metadata of a new upload as if the whole file had been sent. Returns the properties that `completeUpload`
 * receives.
 */
export type ReadTarget = (
  caller: Caller,
  metadata: ReadonlyMap<string, string>,
) => Promise<Record<string, unknown>>;

/**
 * Creates an upload without bytes.
 *
 * @throws VAL_FIELD_TOO_LONG (413) for a file over the limit; BIZ_QUOTA_EXCEEDED if the file would exceed the storage quota, or
 *   if the tenant has too many unfinished uploads; the errors of `readTarget`
 */
export async function createUpload(
  deps: CreateUploadDeps,
  caller: Caller,
  sizeBytes: number,
  target: Record<string, unknown>,
): Promise<Upload> {
  const { kind, database, quota, newId, now } = deps;
  if (sizeBytes > kind.maxBytes) throw uploadTooLarge(kind, sizeBytes);
  const createdAt = now();
  const upload: Upload = {
    tenantId: caller.tenantId,
    id: newId(),
    userId: caller.userId,
    sizeBytes,
    receivedBytes: 0,
    partIds: [],
    target,
    resultId: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS),
  };
  await database.inTransaction(caller.tenantId, async (tx) => {
    const unfinished = await lockUnfinished(tx, caller.tenantId, createdAt);
    requireUnfinished(kind, unfinished, sizeBytes);
    await requireQuota(tx, quota, caller.tenantId, sizeBytes);
    await insertUpload(tx, upload);
  });
  return upload;
}

function requireUnfinished(
  { resource, maxUnfinished, maxUnfinishedBytes }: UploadKind,
  { count, bytes }: { count: number; bytes: number },
  addedBytes: number,
): void {
  if (count < maxUnfinished && bytes + addedBytes <= maxUnfinishedBytes) return;
  throw new AppError(
    'BIZ_QUOTA_EXCEEDED',
    `A tenant can have ${maxUnfinished} unfinished uploads with ${maxUnfinishedBytes} bytes in total. ` +
      'Complete or cancel uploads, or wait until they expire.',
    {
      details: {
        resource_type: `${resource}_upload`,
        max_unfinished: maxUnfinished,
        unfinished: count,
        max_unfinished_bytes: maxUnfinishedBytes,
        unfinished_bytes: bytes,
      },
    },
  );
}
