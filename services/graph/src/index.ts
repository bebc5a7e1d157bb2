export { createGraphService } from './app.ts';
export type { GraphServicePorts } from './app.ts';
export type { GraphStore, LoadEdges, LoadWindows } from './graph-store/graph-store.ts';
export { windowLoader } from './memory-windows/window-loader.ts';
export { GRAPH_MIGRATIONS } from './migrations.ts';
export { graphEdgeLoader } from './relationships/graph-edge-loader.ts';
