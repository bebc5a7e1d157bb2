import { AppError } from '@loci/core';
import { readCounters } from './counters.ts';
import type { Transaction } from './database.ts';
import type { QuotaAllowances } from './quota-allowances.ts';

/** Limit of the bytes that each tenant stores of one resource. */
export interface StorageQuota {
  resource: 'memory' | 'document' | 'artifact';
  /** Name of the counter of the stored bytes of a tenant. */
  counter: string;
  /** Maximum bytes per tenant. Null if the bytes are not limited. */
  maxBytes: number | null;
  /** Bytes that can be written without a check. */
  allowances: QuotaAllowances;
  /** Called when a write is rejected because of the quota. */
  onExceeded(): void;
}

/** SQLSTATE that the SQL function `require_quota` raises. The detail is the number of stored bytes. */
const QUOTA_EXCEEDED = 'LQ001';

/**
 * Rejects the transaction if `addedBytes` more bytes would exceed the quota. Other transactions do not wait,
 * so transactions that run at the same time can exceed the quota together. Sends no statement while the
 * allowance of the tenant suffices.
 *
 * @throws BIZ_QUOTA_EXCEEDED
 * @see docs/reference/http.md#storage-quotas
 */
export async function requireQuota(
  tx: Transaction,
  quota: StorageQuota,
  tenantId: string,
  addedBytes: number,
): Promise<void> {
  const { maxBytes, counter, allowances } = quota;
  if (maxBytes === null || allowances.take(tenantId, addedBytes)) return;
  const check = (): Promise<unknown> =>
    tx.query(
      'SELECT require_quota($1, $2, $3, $4)',
      [tenantId, counter, addedBytes, maxBytes],
      'require-quota',
    );
  const [, usedBytes] = await Promise.all([
    mapQuotaError(quota, check),
    readStoredBytes(tx, quota, tenantId),
  ]);
  allowances.grant(tenantId, Math.max(0, maxBytes - usedBytes - addedBytes));
}

/** Runs a statement that calls `require_quota`. @throws BIZ_QUOTA_EXCEEDED if the quota is exceeded */
export async function mapQuotaError<Result>(
  quota: StorageQuota,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code !== QUOTA_EXCEEDED) throw error;
    quota.onExceeded();
    throw quotaExceeded(quota, Number(detail));
  }
}

const quotaExceeded = ({ resource, maxBytes }: StorageQuota, usedBytes: number): AppError =>
  new AppError(
    'BIZ_QUOTA_EXCEEDED',
    `The storage quota for ${PLURALS[resource]} is ${maxBytes} bytes, of which ${usedBytes} bytes are used. ` +
      `Delete ${PLURALS[resource]}, or ask the operator to increase the quota.`,
    { details: { resource_type: resource, quota_bytes: maxBytes, used_bytes: usedBytes } },
  );

const PLURALS = { memory: 'memories', document: 'documents', artifact: 'artifacts' } as const;

/** Returns the bytes that a tenant stores. */
export async function readStoredBytes(
  tx: Transaction,
  { counter }: Pick<StorageQuota, 'counter'>,
  tenantId: string,
): Promise<number> {
  // A missing counter is verified at the next run of `verify-counters`. Until then, it can be negative.
  return Math.max(0, (await readCounters(tx, tenantId, [counter])).get(counter) ?? 0);
}

/** Returns the bytes that all tenants store, without the changes of about one second. Requires a system transaction. */
export async function readStoredBytesOfAllTenants(
  tx: Transaction,
  { counter }: Pick<StorageQuota, 'counter'>,
): Promise<number> {
  const rows = await tx.query<{ bytes: string }>(
    `SELECT coalesce(sum(value), 0) AS bytes FROM counters WHERE counter = '${counter}'`,
  );
  return Number(rows[0]!.bytes);
}
