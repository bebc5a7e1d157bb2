export { openDatabase } from './database.ts';
export type { Database, DatabaseOptions, InTransaction, Transaction } from './database.ts';
export {
  isForeignKeyViolation,
  isPolicyViolation,
  isTransientError,
  isUniqueViolation,
  translateError,
} from './postgres-errors.ts';
export {
  blankResponses,
  claimIdempotencyKey,
  findStoredResponse,
  isKeyNotClaimed,
  purgeIdempotencyKeys,
  storeResponse,
} from './idempotency-keys.ts';
export type { IdempotencyKey, StoredResponse } from './idempotency-keys.ts';
export { joinableDatabase } from './join-transaction.ts';
export type { JoinableDatabase } from './join-transaction.ts';
export { databaseOptionsFromUrl } from './connection-url.ts';
export type { DatabaseConnection, DatabaseTls } from './connection-url.ts';
export { migrateDatabase } from './migrate-database.ts';
export type { MigratedService, MigrateDatabaseOptions } from './migrate-database.ts';
export { assertSchemaReady, MIGRATE_COMMAND } from './schema-ready.ts';
export { serviceRole } from './service-role.ts';
export { ensureDatabase, grantOutboxes, migrateServices } from './service-schema.ts';
export type { AdminConnection, ServiceSchema } from './service-schema.ts';
export { electLeader } from './leader-election.ts';
export type { LeaderElection } from './leader-election.ts';
export {
  MAX_COUNTED,
  countRows,
  foldCounterChanges,
  listCountedTenants,
  readCounters,
  repairCounters,
} from './counters.ts';
export type { CounterSource, CounterRepair } from './counters.ts';
export {
  mapQuotaError,
  readStoredBytes,
  readStoredBytesOfAllTenants,
  requireQuota,
} from './storage-quota.ts';
export { QuotaAllowances } from './quota-allowances.ts';
export type { StorageQuota } from './storage-quota.ts';
export { COUNT_TIMEOUT_MS, countTenantRows } from './count-tenant-rows.ts';
export { deleteTenantRows } from './delete-tenant-rows.ts';
export type { DeleteProgress } from './delete-tenant-rows.ts';
export {
  auditInsert,
  auditValues,
  dropAuditPartitions,
  listAudit,
  prepareAuditPartitions,
  recordAudit,
  recordSystemAudit,
} from './audit-log.ts';
export type { AuditEntry, AuditFilter, AuditPosition, AuditQuery } from './audit-log.ts';
