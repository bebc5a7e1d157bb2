import { componentNames } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { QuotaAllowances, readStoredBytes, readStoredBytesOfAllTenants } from '@loci/postgres';
import type { Database, InTransaction, StorageQuota } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import { z } from 'zod';
import type { Job } from './job.ts';

/** Settings of the storage quota of a service, from its configuration. */
export interface StorageQuotaSettings {
  /** Maximum bytes per tenant. 0 means that the bytes are not limited. */
  maxBytes: number;
  metrics: Pick<Metrics, 'quotaRejections' | 'storedBytes'>;
}

const MEASURE_INTERVAL_MS = 60_000;

/** Creates the storage quota of a resource. Without settings, the bytes are not limited. */
export const createStorageQuota = (
  resource: StorageQuota['resource'],
  settings: StorageQuotaSettings | undefined,
): StorageQuota => {
  // `increase` of Prometheus ignores the first value of a series, so the series must exist before the first rejection.
  settings?.metrics.quotaRejections.inc({ resource }, 0);
  return {
    resource,
    counter: `${resource}-bytes`,
    maxBytes: settings === undefined || settings.maxBytes === 0 ? null : settings.maxBytes,
    allowances: new QuotaAllowances(),
    onExceeded: () => settings?.metrics.quotaRejections.inc({ resource }),
  };
};

/** Job that measures the bytes of all tenants for the metric `loci_stored_bytes`. */
export const measureStorageJob = (
  database: Pick<Database, 'inSystemTransaction'>,
  quota: StorageQuota,
  settings: StorageQuotaSettings | undefined,
): Job => ({
  name: 'measure-storage',
  initialDelayMs: 0,
  intervalMs: MEASURE_INTERVAL_MS,
  run: async () => {
    const bytes = await database.inSystemTransaction((tx) => readStoredBytesOfAllTenants(tx, quota));
    settings?.metrics.storedBytes.set({ resource: quota.resource }, bytes);
  },
});

const storageUsageResource = z
  .object({
    used_bytes: z.int().describe('Number of stored bytes.'),
    quota_bytes: z.int().nullable().describe('Storage quota; null if the bytes are not limited.'),
  })
  .register(componentNames, { name: 'StorageUsage' });

/** Operation that returns the stored bytes and the storage quota of the caller's tenant. */
export const storageUsageRoute = (
  { inTransaction }: { inTransaction: InTransaction },
  quota: StorageQuota,
  { path, summary, operationId }: { path: string; summary: string; operationId: string },
): Route =>
  route({
    method: 'get',
    path,
    scope: 'read',
    summary,
    operationId,
    description: 'Returns how much of its storage quota the tenant uses.',
    response: storageUsageResource,
    handle: async ({ caller }: { caller: Caller }) => ({
      used_bytes: await inTransaction(caller.tenantId, (tx) => readStoredBytes(tx, quota, caller.tenantId)),
      quota_bytes: quota.maxBytes,
    }),
  });
