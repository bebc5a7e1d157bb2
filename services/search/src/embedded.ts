export { createBuiltinEmbedder } from './embedding/builtin.ts';
export { chooseEmbedder } from './embedding/choose-embedder.ts';
export { createEmbeddedKeywordIndex } from './keyword-index/embedded.ts';
export { createEmbeddedVectorIndex } from './vector-index/embedded.ts';
export { createEmbeddedVectorSpaces } from './vector-space/embedded.ts';
