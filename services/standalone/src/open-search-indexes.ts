import { join } from 'node:path';
import type { Logger } from '@loci/runtime';
import { createLostTenants } from '@loci/search-service';
import type { EmbeddingSettings, LostTenants } from '@loci/search-service';
import {
  createEmbedders,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorSpaces,
  preloadTenants,
  SearchEngine,
} from '@loci/search-service/embedded';
import type { EmbeddedKeywordIndex, EmbeddedVectorSpaces } from '@loci/search-service/embedded';

export interface SearchIndexes extends CollectionIndexes {
  /** Indexes of superseded versions of memories. */
  archive: CollectionIndexes;
  /**
   * Resolves when the threads of the indexes have started, so that the first write is indexed without delay.
   */
  started: Promise<void>;
  close(): Promise<void>;
}

interface CollectionIndexes {
  keywordIndex: EmbeddedKeywordIndex;
  vectorSpaces: EmbeddedVectorSpaces;
  /** Tenants whose index files are damaged or missing. */
  lostTenants: LostTenants;
}

export interface OpenSearchIndexesOptions {
  /** Root folder of all data. */
  dataDir: string;
  embedding: EmbeddingSettings;
  log: Logger;
}

/** Limits of the archive. Few searches use it, so it must not occupy as much memory as the indexes of current items. */
const ARCHIVE_LIMITS = { maxOpenTenants: 32, maxMemoryBytes: 128 * 1024 * 1024 };

/** Opens the search indexes and loads recently used tenants in the background. */
export function openSearchIndexes({ dataDir, embedding, log }: OpenSearchIndexesOptions): SearchIndexes {
  const directory = join(dataDir, 'indexes');
  const engine = new SearchEngine();
  const started = engine.start();
  // The platform awaits the promise later. Until then, this handler prevents an unhandled rejection, which
  // would end the process.
  started.catch(() => undefined);
  const embedders = createEmbedders(embedding);
  const open = (folder: string, limits: Partial<typeof ARCHIVE_LIMITS>): CollectionIndexes => {
    const lostTenants = createLostTenants();
    const onTenantLost = (tenantId: string): void => {
      log.warn({ tenant_id: tenantId }, 'Rebuilding damaged or missing index file');
      lostTenants.add(tenantId);
    };
    const options = { ...limits, engine, onTenantLost };
    return {
      keywordIndex: createEmbeddedKeywordIndex({ ...options, directory: join(folder, 'keyword') }),
      vectorSpaces: createEmbeddedVectorSpaces({
        ...options,
        ...embedders,
        directory: join(folder, 'vector'),
      }),
      lostTenants,
    };
  };
  const current = open(directory, {});
  const archive = open(join(directory, 'superseded'), ARCHIVE_LIMITS);
  void preloadTenants([current.keywordIndex.rebuildable, current.vectorSpaces.target.index.rebuildable]);
  return {
    ...current,
    archive,
    started,
    close: async () => {
      await Promise.all(
        [current, archive].flatMap(({ keywordIndex, vectorSpaces }) => [
          keywordIndex.close(),
          vectorSpaces.close(),
        ]),
      );
    },
  };
}
