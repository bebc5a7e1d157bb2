export { createQdrantVectorIndex } from './vector-index/qdrant.ts';
export type { QdrantOptions, QdrantVectorIndexOptions } from './vector-index/qdrant.ts';
export { createQdrantVectorSpaces } from './vector-space/qdrant.ts';
export type { QdrantVectorSpacesOptions } from './vector-space/qdrant.ts';
