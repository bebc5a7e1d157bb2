export { environmentSchema as migrateEnvironmentSchema } from './config.ts';
export type { MigrateConfig } from './config.ts';
export { migrate } from './migrate.ts';
export type { Migrated } from './migrate.ts';
