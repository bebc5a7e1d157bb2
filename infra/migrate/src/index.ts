export { environmentSchema as migrateEnvironmentSchema } from './config.ts';
export type { MoveToClusterConfig } from './config.ts';
export { moveToCluster } from './migrate.ts';
export type { MoveSummary } from './migrate.ts';
