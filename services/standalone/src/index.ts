export { environmentSchema } from './config.ts';
export type { ConnectServices, ServiceConnections } from './connect-in-process.ts';
export { startStandalone } from './start-standalone.ts';
