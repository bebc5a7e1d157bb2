import { join } from 'node:path';
import { withTimeout } from '@loci/async';
import type { Logger } from '@loci/runtime';
import { createLostTenants } from '@loci/search-service';
import type { EmbeddingSettings, LostTenants } from '@loci/search-service';
import {
  createEmbedders,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorSpaces,
  preloadTenants,
} from '@loci/search-service/embedded';
import type { EmbeddedKeywordIndex, EmbeddedVectorSpaces } from '@loci/search-service/embedded';
import type { SearchEngine } from '@loci/search-service/engine';

export interface SearchIndexes extends CollectionIndexes {
  /** Indexes of superseded versions of memories. */
  archive: CollectionIndexes;
  /**
   * Resolves when the threads of the indexes have started, so that the first write is indexed without delay, and the
   * indexes of the most recently used tenant are loaded, so that its first search does not wait. Indexes that take longer
   * than `MAX_LOAD_MS` to load are not waited for.
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
  /** Closed together with the indexes. */
  engine: SearchEngine;
  embedding: EmbeddingSettings;
  log: Logger;
}

/** Limits of the archive. Few searches use it, so it must not occupy as much memory as the indexes of current items. */
const ARCHIVE_LIMITS = { maxOpenTenants: 32, maxMemoryBytes: 128 * 1024 * 1024 };

/** A tenant with 100,000 memories takes about one second to load. */
const MAX_LOAD_MS = 20_000;

/** Opens the search indexes and loads recently used tenants in the background. */
export function openSearchIndexes({
  dataDir,
  engine,
  embedding,
  log,
}: OpenSearchIndexesOptions): SearchIndexes {
  const directory = join(dataDir, 'indexes');
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
  const preload = preloadTenants([
    current.keywordIndex.rebuildable,
    current.vectorSpaces.target.index.rebuildable,
  ]);
  const started = engine.start().then(() => withTimeout(preload.mostRecent, MAX_LOAD_MS, () => undefined));
  // The platform awaits the promise later. Until then, this handler prevents an unhandled rejection, which
  // would end the process.
  started.catch(() => undefined);
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
