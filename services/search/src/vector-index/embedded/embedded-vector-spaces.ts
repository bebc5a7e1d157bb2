import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../embedding/embedder.ts';
import { createEmbeddedVectorIndex, modelFolderName } from './embedded-vector-index.ts';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from '../vector-space.ts';

export interface EmbeddedVectorSpacesOptions {
  /** Made when absent. Each model gets a folder in it. */
  directory: string;
  /** The configured model. */
  embedder: Embedder;
  /** Something that embeds with a model that was configured before; null when there is nothing. */
  embedderFor(model: EmbeddingModel): Embedder | null;
  /** A tenant's file of the configured model was damaged or gone. */
  onTenantLost(tenantId: string): void;
}

/** A folder of vectors for each model. */
export function createEmbeddedVectorSpaces(options: EmbeddedVectorSpacesOptions): VectorSpaces {
  const { directory, embedder, embedderFor, onTenantLost } = options;
  const opened: VectorSpace[] = [];
  function openSpace(of: Embedder, onLost: (tenantId: string) => void): VectorSpace {
    const { model, dimension } = of;
    const index = createEmbeddedVectorIndex({ directory, model, dimension, onTenantLost: onLost });
    const space = { embedder: of, index };
    opened.push(space);
    return space;
  }
  return {
    target: openSpace(embedder, onTenantLost),

    open: (model) => {
      const previous = embedderFor(model);
      // What a former model has lost is not made again: the configured one is being filled.
      return previous && openSpace(previous, () => undefined);
    },

    deleteOthers: async () => {
      const own = modelFolderName(embedder);
      for (const folder of foldersIn(directory)) {
        if (folder !== own) rmSync(join(directory, folder), { recursive: true, force: true });
      }
    },

    close: async () => {
      await Promise.all(opened.flatMap((space) => [space.embedder.close(), space.index.close()]));
    },
  };
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Nothing was ever written.
    return [];
  }
}
