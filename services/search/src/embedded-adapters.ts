export { createEmbeddedCandidateRetriever } from './candidate-retriever/embedded-candidate-retriever.ts';
export { preloadTenants } from './embedded-engine/preload-tenants.ts';
export { createBuiltinEmbedder } from './embedding/builtin-embedder.ts';
export { createEmbedders } from './embedding/create-embedders.ts';
export { createEmbeddedKeywordIndex } from './keyword-index/embedded/embedded-keyword-index.ts';
export type { EmbeddedKeywordIndex } from './keyword-index/embedded/embedded-keyword-index.ts';
export { createEmbeddedVectorIndex } from './vector-index/embedded/embedded-vector-index.ts';
export { createEmbeddedVectorSpaces } from './vector-index/embedded/embedded-vector-spaces.ts';
export type { EmbeddedVectorSpaces } from './vector-index/embedded/embedded-vector-spaces.ts';
