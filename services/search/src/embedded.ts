export { BUILTIN_MODEL, createBuiltinEmbedder } from './embedding/builtin.ts';
export { createEmbeddedKeywordIndex } from './keyword-index/embedded.ts';
export { createOpenAiEmbedder } from './embedding/openai.ts';
export { createEmbeddedVectorIndex } from './vector-index/embedded.ts';
export { createEmbeddedVectorSpaces } from './vector-space/embedded.ts';
