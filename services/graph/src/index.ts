export { createGraphService } from './app.ts';
export type { GraphServicePorts } from './app.ts';
export type { GraphStore, LoadEdges } from './graph-store/graph-store.ts';
export { GRAPH_MIGRATIONS } from './migrations.ts';
export { graphEdgeLoader } from './relationships/graph-edge-loader.ts';
