export { createEmbeddedCandidateRetriever } from './candidate-retriever/embedded-candidate-retriever.ts';
export { SearchEngine } from './embedded-engine/search-engine.ts';
export { createBuiltinEmbedder } from './embedding/builtin-embedder.ts';
export { createEmbedders } from './embedding/create-embedders.ts';
export { createEmbeddedKeywordIndex } from './keyword-index/embedded/embedded-keyword-index.ts';
export { createEmbeddedVectorIndex } from './vector-index/embedded/embedded-vector-index.ts';
export { createEmbeddedVectorSpaces } from './vector-index/embedded/embedded-vector-spaces.ts';
