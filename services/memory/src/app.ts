import { newId } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import { withIdempotencyKeys } from '@loci/http';
import { joinableDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import {
  auditRoutes,
  counterJobs,
  createIdempotencyStore,
  createStorageQuota,
  maintainAuditLogJob,
  measureStorageJob,
  purgeIdempotencyKeysJob,
  purgeTombstonesJob,
  storageUsageRoute,
  tenantDataRoutes,
} from '@loci/service-hosting';
import type {
  AuditLogSettings,
  IdempotencyMetrics,
  Service,
  StorageQuotaSettings,
} from '@loci/service-hosting';
import { checkpointRepository } from './checkpoints/checkpoint.repository.ts';
import { checkpointRoutes } from './checkpoints/checkpoint.routes.ts';
import { classificationRoutes } from './classification/classification.routes.ts';
import { onContradictsChanged } from './consumers/on-contradicts-changed.ts';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { onRelationshipChanged } from './consumers/on-relationship-changed.ts';
import { contradictionRepository } from './contradictions/contradiction.repository.ts';
import { contradictionRoutes } from './contradictions/contradiction.routes.ts';
import { deletedVersionRepository } from './evolution/deleted-version.repository.ts';
import { evolutionRoutes } from './evolution/evolution.routes.ts';
import { versionRepository } from './evolution/version.repository.ts';
import { memoryCounterSource } from './counters/memory-counters.ts';
import { memoryInventoryRepository } from './internal/memory-inventory.repository.ts';
import { memoryInventoryRoutes } from './internal/memory-inventory.routes.ts';
import { memoryLookupRoutes } from './internal/memory-lookup.routes.ts';
import { cleanUnusedTags } from './jobs/clean-unused-tags.ts';
import { flushAccesses } from './jobs/flush-accesses.ts';
import { createAccessCounter } from './memories/access-counter.ts';
import { memoryRepository } from './memories/memory.repository.ts';
import { withStorageQuota } from './memories/with-storage-quota.ts';
import { memoryRoutes } from './memories/memory.routes.ts';
import { protectedMemoryRepository } from './protected/protected-memory.repository.ts';
import { protectedMemoryRoutes } from './protected/protected-memory.routes.ts';
import { tagRepository } from './tags/tag.repository.ts';
import { tagRoutes } from './tags/tag.routes.ts';

export interface MemoryServicePorts {
  database: Database;
  outbox: Outbox;
  /** Storage quota of each tenant. By default, the bytes are not limited. */
  storageQuota?: StorageQuotaSettings;
  metrics?: IdempotencyMetrics;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  /** Current time. Defaults to the system clock. */
  now?: () => Date;
}

/** Creates the service for memories, tags, versions, contradictions and checkpoints. */
export function createMemoryService({
  database: ownDatabase,
  outbox,
  storageQuota,
  metrics,
  auditLog,
  now = () => new Date(),
}: MemoryServicePorts): Service {
  const database = joinableDatabase(ownDatabase);
  const quota = createStorageQuota('memory', storageQuota);
  const accesses = createAccessCounter(database, now);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    memories: withStorageQuota(memoryRepository, quota),
    tags: tagRepository,
    versions: versionRepository,
    deletedVersions: deletedVersionRepository,
    contradictions: contradictionRepository,
    checkpoints: checkpointRepository,
    protectedMemories: protectedMemoryRepository,
    inventory: memoryInventoryRepository,
    accesses,
    outbox,
    newId,
    now,
  };
  return {
    name: 'memory',
    routes: withIdempotencyKeys(
      [
        ...memoryRoutes(deps),
        ...evolutionRoutes(deps),
        ...contradictionRoutes(deps),
        ...tagRoutes(deps),
        ...memoryLookupRoutes(deps),
        ...memoryInventoryRoutes(deps),
        ...classificationRoutes(deps),
        ...checkpointRoutes(deps),
        ...protectedMemoryRoutes(deps),
        storageUsageRoute(deps, quota, {
          path: '/api/v2/usage/memories',
          summary: 'Get the stored bytes of memories and their quota',
        }),
        ...tenantDataRoutes({ database }),
        ...auditRoutes({ database }),
      ],
      createIdempotencyStore(database, metrics),
    ),
    consumers: [onEmbeddingCompleted(database), onRelationshipChanged(database), onContradictsChanged(deps)],
    jobs: [
      flushAccesses(accesses),
      purgeTombstonesJob({
        deleteBatches: [
          (query) =>
            database.inSystemTransaction((tx) => deletedVersionRepository.deleteTombstones(tx, query)),
        ],
        now,
      }),
      cleanUnusedTags(database, tagRepository, now),
      purgeIdempotencyKeysJob(database),
      ...counterJobs(database, memoryCounterSource),
      measureStorageJob(database, quota, storageQuota),
      maintainAuditLogJob('memory', database, auditLog, now),
    ],
    close: () => accesses.flush(),
  };
}
