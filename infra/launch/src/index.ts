export { environmentSchema as prepareEnvironmentSchema } from './prepare-database.config.ts';
export { environmentSchema as launchEnvironmentSchema } from './start-services.config.ts';
export type { LaunchConfig } from './start-services.config.ts';
export { PLATFORM_SCHEMAS, SCHEMA_NAMES } from './platform-schemas.ts';
export type { SchemaName } from './platform-schemas.ts';
export { startServices } from './start-services.ts';
export type { RunningServices } from './start-services.ts';
export type { SupervisedProcess } from './supervised-process.ts';
