import type { SearchClient } from '@loci/contracts';
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
  pruneRevisionsJob,
  purgeIdempotencyKeysJob,
  purgeTombstonesJob,
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
import { checkpointRepository } from './checkpoints/checkpoint.repository.ts';
import { checkpointRoutes } from './checkpoints/checkpoint.routes.ts';
import { internalCheckpointRoutes } from './checkpoints/internal-checkpoint.routes.ts';
import { classificationRoutes } from './classification/classification.routes.ts';
import { onContradictsChanged } from './consumers/on-contradicts-changed.ts';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { onRelationshipChanged } from './consumers/on-relationship-changed.ts';
import { contradictionRepository } from './contradictions/contradiction.repository.ts';
import { contradictionRoutes } from './contradictions/contradiction.routes.ts';
import { memoryErasure } from './erasure/memory-erasure.ts';
import { deletedVersionRepository } from './evolution/deleted-version.repository.ts';
import { evolutionRoutes } from './evolution/evolution.routes.ts';
import { versionRepository } from './evolution/version.repository.ts';
import { memoryCounterSource } from './counters/memory-counters.ts';
import { memoryInventoryRepository } from './internal/memory-inventory.repository.ts';
import { memoryInventoryRoutes } from './internal/memory-inventory.routes.ts';
import { contextRepository } from './context/context.repository.ts';
import { contextRoutes } from './context/context.routes.ts';
import { memoryLookupRoutes } from './internal/memory-lookup.routes.ts';
import { cleanUnusedTags } from './jobs/clean-unused-tags.ts';
import { pruneSuggestions } from './jobs/prune-suggestions.ts';
import { countOpenSuggestionsJob } from './jobs/count-open-suggestions.ts';
import type { SuggestionMetrics } from './jobs/count-open-suggestions.ts';
import { eraseExpiredMemoriesJob } from './jobs/erase-expired-memories.ts';
import type { ExpiryMetrics } from './jobs/erase-expired-memories.ts';
import { flushAccesses } from './jobs/flush-accesses.ts';
import { flushReads } from './jobs/flush-reads.ts';
import { pruneReaders } from './jobs/prune-readers.ts';
import { createAccessCounter } from './memories/access-counter.ts';
import { measureSimilaritySearch } from './memories/measure-similarity-search.ts';
import type { SimilarityMetrics } from './memories/measure-similarity-search.ts';
import { memoryRepository } from './memories/memory.repository.ts';
import { withStorageQuota } from './memories/with-storage-quota.ts';
import { memoryRoutes } from './memories/memory.routes.ts';
import { conversationRepository } from './conversations/conversation.repository.ts';
import { conversationRoutes } from './conversations/conversation.routes.ts';
import { overviewRepository } from './overview/overview.repository.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { protectedMemoryRepository } from './protected/protected-memory.repository.ts';
import { protectedMemoryRoutes } from './protected/protected-memory.routes.ts';
import { createReadRecorder } from './readers/read-recorder.ts';
import { readerRepository } from './readers/reader.repository.ts';
import { readerRoutes } from './readers/reader.routes.ts';
import { createRetentionCache } from './retention/retention-cache.ts';
import { retentionDefaultsRepository } from './retention/retention-defaults.repository.ts';
import { retentionDefaultsRoutes } from './retention/retention-defaults.routes.ts';
import { readerSettingRepository } from './readers/reader-setting.repository.ts';
import { readerSettingRoutes } from './readers/reader-setting.routes.ts';
import { secretFilterRepository } from './secret-filter/secret-filter.repository.ts';
import { secretFilterRoutes } from './secret-filter/secret-filter.routes.ts';
import { savedSearchRepository } from './saved-searches/saved-search.repository.ts';
import { savedSearchRoutes } from './saved-searches/saved-search.routes.ts';
import { suggestionRepository } from './suggestions/suggestion.repository.ts';
import { suggestionRoutes } from './suggestions/suggestion.routes.ts';
import { tagRepository } from './tags/tag.repository.ts';
import { tagRoutes } from './tags/tag.routes.ts';
import { revisionRepository } from './time/revision.repository.ts';
import { revisionRoutes } from './time/revision.routes.ts';
import { contradictionStateRepository } from './states/contradiction-state.repository.ts';
import { contradictionStateRoutes } from './states/contradiction-state.routes.ts';
import { memoryStateRepository } from './states/memory-state.repository.ts';
import { memoryStateRoutes } from './states/memory-state.routes.ts';
import { statesAtRoutes } from './time/states-at.routes.ts';
import { versionsAtRoutes } from './time/versions-at.routes.ts';

export interface MemoryServicePorts {
  database: Database;
  outbox: Outbox;
  /** Finds memories that are similar to a new one. */
  search: Pick<SearchClient, 'findSimilar'>;
  /** Storage quota of each tenant. By default, the bytes are not limited. */
  storageQuota?: StorageQuotaSettings;
  metrics?: IdempotencyMetrics & ExpiryMetrics & SimilarityMetrics & SuggestionMetrics;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  /** Maximum number of bytes of the revisions of a tenant. Defaults to 10 GiB. */
  maxRevisionBytes?: number;
  /** Current time. Defaults to the system clock. */
  now?: () => Date;
}

/** Creates the service for memories, tags, versions, contradictions and checkpoints. */
export function createMemoryService({
  database: ownDatabase,
  outbox,
  search,
  storageQuota,
  metrics,
  auditLog,
  maxRevisionBytes,
  now = () => new Date(),
}: MemoryServicePorts): Service {
  const database = joinableDatabase(ownDatabase);
  const quota = createStorageQuota('memory', storageQuota);
  const accesses = createAccessCounter(database, now);
  const reads = createReadRecorder(database, readerRepository);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    memories: withStorageQuota(memoryRepository, quota),
    tags: tagRepository,
    versions: versionRepository,
    revisions: revisionRepository,
    states: memoryStateRepository,
    contradictionStates: contradictionStateRepository,
    deletedVersions: deletedVersionRepository,
    contradictions: contradictionRepository,
    suggestions: suggestionRepository,
    savedSearches: savedSearchRepository,
    overview: overviewRepository,
    conversations: conversationRepository,
    checkpoints: checkpointRepository,
    protectedMemories: protectedMemoryRepository,
    context: contextRepository,
    inventory: memoryInventoryRepository,
    retentionDefaults: retentionDefaultsRepository,
    retention: createRetentionCache(database, retentionDefaultsRepository),
    secretFilters: secretFilterRepository,
    accesses,
    readers: readerRepository,
    readerSettings: readerSettingRepository,
    reads,
    outbox,
    search: measureSimilaritySearch(search, metrics),
    newId,
    now,
    idempotency: createIdempotencyStore(database, metrics),
  };
  return {
    name: 'memory',
    routes: withIdempotencyKeys(
      [
        ...memoryRoutes(deps),
        ...evolutionRoutes(deps),
        ...revisionRoutes(deps),
        ...readerRoutes(deps),
        ...readerSettingRoutes(deps),
        ...statesAtRoutes(deps),
        ...versionsAtRoutes(deps),
        ...memoryStateRoutes({ ...deps, quota }),
        ...contradictionStateRoutes(deps),
        ...contradictionRoutes(deps),
        ...suggestionRoutes(deps),
        ...savedSearchRoutes(deps),
        ...overviewRoutes(deps),
        ...conversationRoutes(deps),
        ...retentionDefaultsRoutes(deps),
        ...secretFilterRoutes(deps),
        ...tagRoutes(deps),
        ...memoryLookupRoutes(deps),
        ...contextRoutes(deps),
        ...memoryInventoryRoutes(deps),
        ...classificationRoutes(deps),
        ...checkpointRoutes(deps),
        ...internalCheckpointRoutes(deps),
        ...protectedMemoryRoutes(deps),
        storageUsageRoute(deps, quota, {
          path: '/api/v2/usage/memories',
          summary: 'Get the stored bytes of memories and their quota',
          operationId: 'getMemoryUsage',
        }),
        ...tenantDataRoutes({ database }),
        ...userDataRoutes(memoryErasure(deps)),
        ...auditRoutes({ database }),
      ],
      deps.idempotency,
    ),
    consumers: [onEmbeddingCompleted(deps), onRelationshipChanged(database), onContradictsChanged(deps)],
    jobs: [
      flushAccesses(accesses),
      flushReads(reads),
      pruneReaders(database, readerRepository, now),
      eraseExpiredMemoriesJob(deps, metrics),
      purgeTombstonesJob({
        deleteBatches: [
          (query) =>
            database.inSystemTransaction((tx) => deletedVersionRepository.deleteTombstones(tx, query)),
        ],
        now,
      }),
      pruneSuggestions(database, suggestionRepository, now),
      ...(metrics ? [countOpenSuggestionsJob(database, suggestionRepository, metrics)] : []),
      cleanUnusedTags(database, tagRepository, now),
      pruneRevisionsJob({ database, revisions: revisionRepository, now }, maxRevisionBytes),
      purgeIdempotencyKeysJob(database),
      ...counterJobs(database, memoryCounterSource),
      measureStorageJob(database, quota, storageQuota),
      maintainAuditLogJob('memory', database, auditLog, now),
    ],
    close: async () => {
      await Promise.all([accesses.flush(), reads.flush()]);
    },
  };
}
