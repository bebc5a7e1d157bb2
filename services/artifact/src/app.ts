import { newId } from '@loci/core';
import { withIdempotencyKeys } from '@loci/http';
import { countObjects, deleteObjects } from '@loci/object-store';
import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import { deleteExpiredUploads, uploadPrefix } from '@loci/resumable-uploads';
import {
  auditRoutes,
  counterJobs,
  createLastTransactions,
  createStorageQuota,
  maintainAuditLogJob,
  measureStorageJob,
  purgeIdempotencyKeysJob,
  storageUsageRoute,
  tenantDataRoutes,
  userDataRoutes,
} from '@loci/service-hosting';
import type {
  AuditLogSettings,
  IdempotencyMetrics,
  Service,
  StorageQuotaSettings,
} from '@loci/service-hosting';
import { artifactCounterSource } from './artifacts/artifact-counters.ts';
import { artifactRepository } from './artifacts/artifact.repository.ts';
import { artifactRoutes } from './artifacts/artifact.routes.ts';
import { artifactErasure } from './erasure/artifact-erasure.ts';
import { deleteOrphanedObjects } from './jobs/delete-orphaned-objects.ts';
import { orphanedObjectRepository } from './objects/orphaned-object.repository.ts';
import { ARTIFACT_UPLOADS, resumableUploadRoutes } from './uploads/resumable-upload.routes.ts';

export interface ArtifactServicePorts {
  database: Database;
  /** Store of the file contents. The caller must close the store after it has closed the service. */
  objects: ObjectStore;
  /** Storage quota of each tenant. By default, the bytes are not limited. */
  storageQuota?: StorageQuotaSettings;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  metrics?: IdempotencyMetrics;
  /** Returns the current time. Defaults to the system clock. */
  now?: () => Date;
}

/** Creates the artifact service, which stores files by path. */
export function createArtifactService({
  database,
  objects,
  storageQuota,
  auditLog,
  metrics,
  now = () => new Date(),
}: ArtifactServicePorts): Service {
  const quota = createStorageQuota('artifact', storageQuota);
  const { store, inLastTransaction } = createLastTransactions(database, metrics);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    inLastTransaction,
    artifacts: artifactRepository,
    orphanedObjects: orphanedObjectRepository,
    objects,
    quota,
    kind: ARTIFACT_UPLOADS,
    newId,
    now,
  };
  return {
    name: 'artifact',
    routes: withIdempotencyKeys(
      [
        ...artifactRoutes(deps),
        ...resumableUploadRoutes(deps),
        ...auditRoutes({ database }),
        ...userDataRoutes(artifactErasure(deps)),
        storageUsageRoute(deps, quota, {
          path: '/api/v2/usage/artifacts',
          summary: 'Get the stored bytes of artifacts and their quota',
          operationId: 'getArtifactUsage',
        }),
        ...tenantDataRoutes({
          database,
          other: {
            find: async (tenantId) => ({
              artifact_files: await countObjects(objects, `${tenantId}/artifact/`),
              upload_files: await countObjects(objects, uploadPrefix(ARTIFACT_UPLOADS, tenantId)),
            }),
            delete: async (tenantId, mustStop) => {
              const files = await deleteObjects(objects, `${tenantId}/artifact/`, mustStop);
              const uploads = await deleteObjects(
                objects,
                uploadPrefix(ARTIFACT_UPLOADS, tenantId),
                mustStop,
              );
              return { deleted: files.deleted + uploads.deleted, done: files.done && uploads.done };
            },
          },
        }),
      ],
      store,
    ),
    consumers: [],
    jobs: [
      deleteOrphanedObjects({ database, orphanedObjects: orphanedObjectRepository, objects, now }),
      deleteExpiredUploads(deps),
      purgeIdempotencyKeysJob(database),
      ...counterJobs(database, artifactCounterSource),
      measureStorageJob(database, quota, storageQuota),
      maintainAuditLogJob('artifact', database, auditLog, now),
    ],
    close: () => Promise.resolve(),
  };
}
