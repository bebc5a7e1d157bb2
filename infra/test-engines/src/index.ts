export { createBucket } from './s3-bucket.ts';
export type { EngineName } from './engine.ts';
export type { Server } from './server.ts';
export { SetupError } from './setup-problem.ts';
export { startEngines } from './start-engines.ts';
export type { StartEnginesOptions, TestEngines } from './start-engines.ts';
