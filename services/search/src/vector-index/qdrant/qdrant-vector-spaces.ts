import type { Embedder } from '../../embedding/embedder.ts';
import { aliasOf, servingAlias } from './collection-name.ts';
import { connectQdrant } from './qdrant-connection.ts';
import { qdrantVectorIndex } from './qdrant-vector-index.ts';
import type { QdrantOptions } from './qdrant-vector-index.ts';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from '../vector-space.ts';

export interface QdrantVectorSpacesOptions extends QdrantOptions {
  /** The configured model. */
  embedder: Embedder;
  /** Something that embeds with a model that was configured before; null when there is nothing. */
  embedderFor(model: EmbeddingModel): Embedder | null;
}

/** A collection of vectors for each model. */
export function createQdrantVectorSpaces(options: QdrantVectorSpacesOptions): VectorSpaces {
  const { embedder, embedderFor, collectionPrefix = 'loci' } = options;
  const connection = connectQdrant(options);
  const opened: VectorSpace[] = [];
  function openSpace(of: Embedder): VectorSpace {
    const { model, dimension } = of;
    const space = { embedder: of, index: qdrantVectorIndex(connection, { ...options, model, dimension }) };
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
      const own = servingAlias({ prefix: collectionPrefix, model, dimension });
      const { collections } = await connection.request((client) => client.getCollections());
      for (const { name } of collections) {
        const alias = aliasOf(collectionPrefix, name);
        if (alias !== null && alias !== own)
          await connection.requestSlow((client) => client.deleteCollection(name));
      }
    },

    close: async () => {
      await Promise.all(opened.flatMap((space) => [space.embedder.close(), space.index.close()]));
    },
  };
}
