export { claimDataDir } from './data-dir.ts';
export type { ClaimedDataDir } from './data-dir.ts';
export { startEmbeddedPostgres } from './start-embedded-postgres.ts';
export type {
  EmbeddedPostgres,
  EmbeddedPostgresOptions,
  SuperuserConnection,
} from './start-embedded-postgres.ts';
export { supervisePostgres } from './postgres-supervisor.ts';
export type { SupervisedPostgres } from './postgres-supervisor.ts';
export { connectionToRunningServer, isPartOfBackup, startOnlineBackup } from './online-backup.ts';
export type { BackupEnd, OnlineBackup } from './online-backup.ts';
export { POSTGRES_MAJOR } from './postgres-binaries.ts';
export { chooseServerAccount } from './server-account.ts';
