import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../embedding/embedder.ts';
import type { EmbeddingModel, VectorSpace, VectorSpaces } from '../vector-space.ts';
import { EMBEDDED_SYSTEM, traceVectorIndex } from '../../items/trace-index.ts';
import type { SearchEngine } from '../../embedded-engine/search-engine.ts';
import { createEmbeddedVectorIndex, modelFolderName } from './embedded-vector-index.ts';
import type { EmbeddedVectorIndex } from './embedded-vector-index.ts';

export interface EmbeddedVectorSpacesOptions {
  /** Folder with one subfolder per model. Created if it does not exist. */
  directory: string;
  /** The engine that holds all spaces. */
  engine: SearchEngine;
  /** The embedder of the configured model. */
  embedder: Embedder;
  /**
   * Creates an embedder for a previously configured model, or returns null if that model is not available.
   */
  embedderFor(model: EmbeddingModel): Embedder | null;
  /** As in {@link createEmbeddedVectorIndex}. */
  maxOpenTenants?: number;
  /** As in {@link createEmbeddedVectorIndex}. */
  maxMemoryBytes?: number;
  /** Called after a tenant's file with vectors of the configured model was found damaged or missing. */
  onTenantLost(tenantId: string): void;
}

/** Vector spaces on embedded vector indexes. */
export interface EmbeddedVectorSpaces extends VectorSpaces {
  readonly target: { embedder: Embedder; index: EmbeddedVectorIndex };
}

/** Creates vector spaces on embedded vector indexes, one folder per model. */
export function createEmbeddedVectorSpaces(options: EmbeddedVectorSpacesOptions): EmbeddedVectorSpaces {
  const { embedder, embedderFor, onTenantLost, ...indexOptions } = options;
  const { directory } = indexOptions;
  const opened: VectorSpace[] = [];
  function openSpace(
    spaceEmbedder: Embedder,
    onLost: (tenantId: string) => void,
  ): EmbeddedVectorSpaces['target'] {
    const { model, dimension } = spaceEmbedder;
    const index = traceVectorIndex(
      createEmbeddedVectorIndex({ ...indexOptions, model, dimension, onTenantLost: onLost }),
      EMBEDDED_SYSTEM,
    );
    const space = { embedder: spaceEmbedder, index };
    opened.push(space);
    return space;
  }
  return {
    target: openSpace(embedder, onTenantLost),

    open: (model) => {
      const previous = embedderFor(model);
      // Lost vectors of a previous model are not restored, because the index of the configured model replaces
      // them.
      return previous && openSpace(previous, () => undefined);
    },

    deleteOthers: async () => {
      const targetFolder = modelFolderName(embedder);
      for (const folder of listFolders(directory)) {
        if (folder !== targetFolder) rmSync(join(directory, folder), { recursive: true, force: true });
      }
    },

    close: async () => {
      await Promise.all(opened.flatMap((space) => [space.embedder.close(), space.index.close()]));
    },
  };
}

function listFolders(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // The directory does not exist before the first call to an index.
    return [];
  }
}
