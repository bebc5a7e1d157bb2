export { environmentSchema as moveToClusterEnvironmentSchema } from './move-to-cluster.config.ts';
export type { MoveToClusterConfig } from './move-to-cluster.config.ts';
export { moveToCluster } from './move-to-cluster.ts';
export type { MoveSummary } from './move-to-cluster.ts';
