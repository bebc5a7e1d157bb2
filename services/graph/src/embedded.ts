export { createEmbeddedGraphStore } from './graph-store/embedded.ts';
export type { EmbeddedGraphStore, EmbeddedGraphStoreOptions } from './graph-store/embedded.ts';
