export { createQdrantVectorIndex } from './vector-index/qdrant/qdrant-vector-index.ts';
export type { QdrantOptions, QdrantVectorIndexOptions } from './vector-index/qdrant/qdrant-vector-index.ts';
export { createQdrantVectorSpaces } from './vector-index/qdrant/qdrant-vector-spaces.ts';
export type { QdrantVectorSpacesOptions } from './vector-index/qdrant/qdrant-vector-spaces.ts';
