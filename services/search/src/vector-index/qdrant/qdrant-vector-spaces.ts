import type { ObserveOperation } from '@loci/telemetry';
import type { Embedder } from '../../embedding/embedder.ts';
import { traceVectorIndex } from '../../items/trace-index.ts';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from '../vector-space.ts';
import { aliasOf, servingAlias } from './collection-name.ts';
import { connectQdrant } from './qdrant-connection.ts';
import { qdrantVectorIndex } from './qdrant-vector-index.ts';
import type { QdrantOptions } from './qdrant-vector-index.ts';

export interface QdrantVectorSpacesOptions extends QdrantOptions {
  /** The embedder of the configured model. */
  embedder: Embedder;
  /** Creates an embedder for a previously configured model, or returns null if that model is not available. */
  embedderFor(model: EmbeddingModel): Embedder | null;
  /** Receives the operations on Qdrant. */
  observe?: ObserveOperation;
}

/** Creates vector spaces on Qdrant, one collection per model. */
export function createQdrantVectorSpaces(options: QdrantVectorSpacesOptions): VectorSpaces {
  const { embedder, embedderFor, collectionPrefix = 'loci' } = options;
  const connection = connectQdrant(options);
  const opened: VectorSpace[] = [];
  function openSpace(spaceEmbedder: Embedder): VectorSpace {
    const { model, dimension } = spaceEmbedder;
    const qdrantIndex = qdrantVectorIndex(connection, { ...options, model, dimension });
    const index = traceVectorIndex(qdrantIndex, 'qdrant', options.observe);
    const space = { embedder: spaceEmbedder, index };
    opened.push(space);
    return space;
  }
  return {
    target: openSpace(embedder),

    open: (model) => {
      const previous = embedderFor(model);
      return previous && openSpace(previous);
    },

    deleteOthers: async () => {
      const { model, dimension } = embedder;
      const targetAlias = servingAlias({ prefix: collectionPrefix, model, dimension });
      const { collections } = await connection.request((client) => client.getCollections());
      for (const { name } of collections) {
        const alias = aliasOf(collectionPrefix, name);
        if (alias !== null && alias !== targetAlias)
          await connection.requestSlow((client) => client.deleteCollection(name));
      }
    },

    close: async () => {
      await Promise.all(opened.flatMap((space) => [space.embedder.close(), space.index.close()]));
    },
  };
}
