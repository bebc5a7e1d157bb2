export { createBuiltinEmbedder } from './embedding/builtin.ts';
export { createEmbeddedKeywordIndex } from './keyword-index/embedded.ts';
export { createEmbeddedVectorIndex } from './vector-index/embedded.ts';
