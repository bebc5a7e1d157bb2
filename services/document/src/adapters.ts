import { createS3ObjectStore } from '@loci/object-store/s3';
import { s3Options, retryUntilAvailable } from '@loci/service-hosting';
import type { ServiceContext } from '@loci/service-hosting';
import type { DocumentServicePorts } from './app.ts';
import type { DocumentConfig } from './config.ts';
import { parseAndChunk } from './parsing/parse-document.ts';

/**
 * Creates the ports of the document service: PostgreSQL, Kafka, S3 and the sandboxed parser. Retries until
 * the object store is available.
 */
export async function openAdapters(
  config: DocumentConfig,
  { database, outbox, metrics, log, stopping }: ServiceContext,
): Promise<DocumentServicePorts> {
  return {
    database,
    outbox,
    objects: await retryUntilAvailable(() => createS3ObjectStore(s3Options(config)), {
      what: 'the object store',
      log,
      signal: stopping,
    }),
    parse: parseAndChunk,
    uploadDirectory: config.UPLOAD_DIR,
    metrics,
    storageQuota: { maxBytes: config.DOCUMENT_QUOTA_BYTES, metrics },
    auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
  };
}
