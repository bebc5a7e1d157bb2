export { createBucket } from './s3-bucket.ts';
export type { EngineName } from './engine.ts';
export type { Server } from './server.ts';
export { SetupProblem } from './setup-problem.ts';
export { startServers } from './start-servers.ts';
export type { StartServersOptions, TestServers } from './start-servers.ts';
