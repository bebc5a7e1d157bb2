export { createQdrantVectorIndex } from './vector-index/qdrant.ts';
export type { QdrantOptions, QdrantVectorIndex, QdrantVectorIndexOptions } from './vector-index/qdrant.ts';
export { createQdrantVectorSpaces } from './vector-space/qdrant.ts';
export type { QdrantVectorSpaces, QdrantVectorSpacesOptions } from './vector-space/qdrant.ts';
