export { leaderJobs, localJobs } from './assign-jobs.ts';
export { logResponseMismatch, createServiceApp } from './service-app.ts';
export { s3Options } from './s3-variables.ts';
export { startProcess } from './start-process.ts';
export type { ProcessContext, ProcessConfig, ProcessDefinition, RunningProcess } from './start-process.ts';
export { startService } from './start-service.ts';
export type { ServiceDefinition, ServiceConfig, ServiceContext } from './start-service.ts';
export { startWithDatabase } from './start-with-database.ts';
export type { AppDefinition } from './start-with-database.ts';
export { retryUntilAvailable } from './retry-until-available.ts';
export type { Service } from './service.ts';
export { startJobs } from './job.ts';
export type { Job } from './job.ts';
export { counterJobs } from './counter-jobs.ts';
export { createIdempotencyStore, createLastTransactions, purgeIdempotencyKeysJob } from './idempotency.ts';
export type { IdempotencyMetrics, LastTransactions, ReadableIdempotencyStore } from './idempotency.ts';
export {
  isPresent,
  PRESENT,
  requireKnownTime,
  timeTravelBody,
  timeTravelQuery,
  toTimeTravel,
  validityTime,
} from './time-travel.ts';
export type { TimeTravel } from './time-travel.ts';
export { loadPastResults, requireKnownPast, toPast, toValidityFilter } from './past-search.ts';
export type { PastSearch } from './past-search.ts';
export { pruneRevisionsJob } from './prune-revisions-job.ts';
export type { PrunedRevisions } from './prune-revisions-job.ts';
export { createPrunedRevisions, deleteRevisions, REVISION_BYTES_COUNTER } from './revision-table.ts';
export {
  MAX_RESTORED_STATES,
  RESTORE_BODY_LIMIT_BYTES,
  requireRestorer,
  restoredStatesResource,
  toRestoredStatesResource,
} from './restored-states.ts';
export type { RestoreResult } from './restored-states.ts';
export { purgeTombstonesJob } from './purge-tombstones-job.ts';
export type { DeleteTombstoneBatch } from './purge-tombstones-job.ts';
export { createStorageQuota, measureStorageJob, storageUsageRoute } from './storage-quota.ts';
export type { StorageQuotaSettings } from './storage-quota.ts';
export { auditRoutes, maintainAuditLogJob } from './audit-log.ts';
export type { AuditLogSettings } from './audit-log.ts';
export { tenantDataRoutes } from './tenant-data-routes.ts';
export { withPositions } from './position-routes.ts';
export { userDataRoutes } from './erasure/user-data-routes.ts';
export { eraseInBatches } from './erasure/erase-in-batches.ts';
export { isErased, queryErasure } from './erasure/erasure-sql.ts';
export { erasedIds, objectStore, tableStore } from './erasure/erasure-store.ts';
export type {
  CollectedObjects,
  ErasureDatabase,
  ErasureStore,
  KeptTable,
  ServiceErasure,
} from './erasure/erasure-store.ts';
export {
  COUNTER_TABLES,
  UNAPPLIED_EVENTS,
  auditLogStore,
  idempotencyKeyStore,
  isNoDeletion,
  outboxStore,
} from './erasure/common-stores.ts';
export { listen, requireAvailablePorts } from './http-server.ts';
export type { RunningServer } from './http-server.ts';
export { createAdminApp } from './admin-app.ts';
export { createAdminTokenCheck } from './admin-token.ts';
export type { Commands, Health } from './admin-app.ts';
export { runProcess } from './run-process.ts';
export type { ProcessLike } from './run-process.ts';
export { formatStartupBanner } from './startup-banner.ts';
export type { StartupBanner } from './startup-banner.ts';
export { createReadiness } from './readiness.ts';
export type { ReadinessCheck, Readiness } from './readiness.ts';
export { observeDuration, observeRequests, traceRequests } from './observe-request.ts';
export {
  observeBatches,
  observeConnections,
  observeOperations,
  updatePoolMetrics,
} from './observe-stores.ts';
export { updateLagMetrics } from './update-lag-metrics.ts';
