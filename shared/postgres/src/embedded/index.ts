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
