import { z } from 'zod';

/** Bytes of one GiB. */
const GIB = 1024 ** 3;

/** Storage quota in bytes. 0 disables the quota. */
const quotaBytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Variables of the storage quotas, by service. */
export const memoryQuotaVariables = {
  MEMORY_QUOTA_BYTES: quotaBytes
    .default(10 * GIB)
    .describe(
      'Maximum bytes of content and metadata of all memories of a tenant. `0` disables the quota. ' +
        'The default is 10 GiB.',
    ),
};

export const documentQuotaVariables = {
  DOCUMENT_QUOTA_BYTES: quotaBytes
    .default(50 * GIB)
    .describe(
      'Maximum bytes of the files of all documents of a tenant. `0` disables the quota. The default is 50 GiB.',
    ),
};

export const artifactQuotaVariables = {
  ARTIFACT_QUOTA_BYTES: quotaBytes
    .default(10 * GIB)
    .describe('Maximum bytes of all artifacts of a tenant. `0` disables the quota. The default is 10 GiB.'),
};
