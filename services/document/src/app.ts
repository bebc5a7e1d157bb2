import { createKeyedMutex } from '@loci/async';
import { newId } from '@loci/core';
import { withIdempotencyKeys } from '@loci/http';
import { countObjects, deleteObjects } from '@loci/object-store';
import type { ObjectStore } from '@loci/object-store';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { deleteExpiredUploads, uploadPrefix } from '@loci/resumable-uploads';
import {
  counterJobs,
  createLastTransactions,
  createStorageQuota,
  measureStorageJob,
  purgeIdempotencyKeysJob,
  storageUsageRoute,
  auditRoutes,
  maintainAuditLogJob,
  tenantDataRoutes,
  userDataRoutes,
} from '@loci/service-hosting';
import type {
  AuditLogSettings,
  IdempotencyMetrics,
  Service,
  StorageQuotaSettings,
} from '@loci/service-hosting';
import { chunkRepository } from './chunks/stored-chunk.repository.ts';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { documentChunkRoutes } from './documents/document-chunk.routes.ts';
import { documentCounterSource } from './documents/document-counters.ts';
import { documentRepository } from './documents/document.repository.ts';
import { documentRoutes } from './documents/document.routes.ts';
import { documentErasure } from './erasure/document-erasure.ts';
import { inventoryRoutes } from './internal/inventory.routes.ts';
import { purgeSoftDeletedDocuments } from './jobs/purge-soft-deleted-documents.ts';
import { removeStaleUploadFiles } from './jobs/remove-stale-upload-files.ts';
import { createParseQueue } from './uploads/parse-queue.ts';
import { DOCUMENT_UPLOADS, resumableUploadRoutes } from './uploads/resumable-upload.routes.ts';
import type { Parse } from './uploads/parse-queue.ts';
import { rememberLimits } from './uploads/remember-limits.ts';
import { createUploadFolder } from './uploads/upload-folder.ts';

export interface DocumentServicePorts {
  database: Database;
  outbox: Outbox;
  /** Store of the file contents. The caller must close it after the service. */
  objects: ObjectStore;
  /** Parses and chunks one file. The service limits concurrent calls. */
  parse: Parse;
  /** Folder on a local disk for files that are being received and parsed. */
  uploadDirectory: string;
  /** Storage quota of each tenant. By default, the bytes are not limited. */
  storageQuota?: StorageQuotaSettings;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  metrics?: IdempotencyMetrics;
  /** Returns the current time. Defaults to the system clock. */
  now?: () => Date;
}

/**
 * Maximum number of parser processes, without the process of the express slot. Each process can use one CPU
 * and 1 GiB of memory.
 */
const PARSER_CONCURRENCY = 2;
/**
 * Maximum time for which a file in the express slot delays a file of another tenant. Most files need less
 * time.
 */
const EXPRESS_MS = 3_000;
/** Maximum number of queued files. With 2 parsers and 0.5 seconds per file, a full queue takes 10 seconds. */
const PARSE_QUEUE_LENGTH = 40;
/** Number of queued files of a tenant that no file of another tenant can replace. */
const RESERVED_PER_TENANT = 4;

/** Creates the document service, which stores uploaded files, their chunks and the progress of their embeddings. */
export function createDocumentService({
  database,
  outbox,
  objects,
  parse,
  uploadDirectory,
  storageQuota,
  auditLog,
  metrics,
  now = () => new Date(),
}: DocumentServicePorts): Service {
  const uploadFolder = createUploadFolder(uploadDirectory);
  const quota = createStorageQuota('document', storageQuota);
  const { store, inLastTransaction } = createLastTransactions(database, metrics);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    inLastTransaction,
    documents: documentRepository,
    chunks: chunkRepository,
    objects,
    uploadFolder,
    parse: rememberLimits(
      createParseQueue(parse, {
        concurrency: PARSER_CONCURRENCY,
        expressMs: EXPRESS_MS,
        maxQueued: PARSE_QUEUE_LENGTH,
        reservedPerTenant: RESERVED_PER_TENANT,
      }),
      () => now().getTime(),
    ),
    uploadMutex: createKeyedMutex(),
    outbox,
    quota,
    kind: DOCUMENT_UPLOADS,
    newId,
    now,
  };
  return {
    name: 'document',
    routes: withIdempotencyKeys(
      [
        ...documentRoutes(deps),
        ...resumableUploadRoutes(deps),
        ...documentChunkRoutes(deps),
        ...inventoryRoutes(deps),
        ...auditRoutes({ database }),
        ...userDataRoutes(documentErasure(deps)),
        storageUsageRoute(deps, quota, {
          path: '/api/v2/usage/documents',
          summary: 'Get the stored bytes of documents and their quota',
          operationId: 'getDocumentUsage',
        }),
        ...tenantDataRoutes({
          database,
          other: {
            find: async (tenantId) => ({
              document_files: await countObjects(objects, `${tenantId}/document/`),
              upload_files: await countObjects(objects, uploadPrefix(DOCUMENT_UPLOADS, tenantId)),
            }),
            delete: async (tenantId, mustStop) => {
              const files = await deleteObjects(objects, `${tenantId}/document/`, mustStop);
              const uploads = await deleteObjects(
                objects,
                uploadPrefix(DOCUMENT_UPLOADS, tenantId),
                mustStop,
              );
              return { deleted: files.deleted + uploads.deleted, done: files.done && uploads.done };
            },
          },
        }),
      ],
      store,
    ),
    consumers: [onEmbeddingCompleted(database, chunkRepository)],
    jobs: [
      purgeSoftDeletedDocuments(deps),
      removeStaleUploadFiles(uploadFolder, now),
      deleteExpiredUploads(deps),
      purgeIdempotencyKeysJob(database),
      ...counterJobs(database, documentCounterSource),
      measureStorageJob(database, quota, storageQuota),
      maintainAuditLogJob('document', database, auditLog, now),
    ],
    close: () => Promise.resolve(),
  };
}
