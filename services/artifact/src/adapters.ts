import { createS3ObjectStore } from '@loci/object-store/s3';
import type { Database } from '@loci/postgres';
import { s3Options, retryUntilAvailable } from '@loci/service-hosting';
import type { ProcessContext } from '@loci/service-hosting';
import type { ArtifactServicePorts } from './app.ts';
import type { ArtifactConfig } from './config.ts';

/** Creates the ports of the artifact service: PostgreSQL and S3. Retries until S3 is available. */
export async function openAdapters(
  config: ArtifactConfig,
  { database, metrics, log, stopping }: ProcessContext & { database: Database },
): Promise<ArtifactServicePorts> {
  return {
    database,
    metrics,
    storageQuota: { maxBytes: config.ARTIFACT_QUOTA_BYTES, metrics },
    auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
    objects: await retryUntilAvailable(() => createS3ObjectStore(s3Options(config)), {
      what: 'the object store',
      log,
      signal: stopping,
    }),
  };
}
