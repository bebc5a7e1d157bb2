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

export interface SearchIndexes {
  keywordIndex: EmbeddedKeywordIndex;
  vectorSpaces: EmbeddedVectorSpaces;
  /** Tenants whose index files are damaged or missing. */
  lostTenants: LostTenants;
  /**
   * Resolves when the threads of the indexes have started, so that the first write is indexed without delay.
   */
  started: Promise<void>;
  close(): Promise<void>;
}

export interface OpenSearchIndexesOptions {
  /** Root folder of all data. */
  dataDir: string;
  embedding: EmbeddingSettings;
  log: Logger;
}

/** Opens the search indexes and loads recently used tenants in the background. */
export function openSearchIndexes({ dataDir, embedding, log }: OpenSearchIndexesOptions): SearchIndexes {
  const lostTenants = createLostTenants();
  const onTenantLost = (tenantId: string): void => {
    log.warn({ tenant_id: tenantId }, 'Rebuilding damaged or missing index file');
    lostTenants.add(tenantId);
  };
  const directory = join(dataDir, 'indexes');
  const engine = new SearchEngine();
  const started = engine.start();
  // The platform awaits the promise later. Until then, this handler prevents an unhandled rejection, which
  // would end the process.
  started.catch(() => undefined);
  const keywordIndex = createEmbeddedKeywordIndex({
    directory: join(directory, 'keyword'),
    engine,
    onTenantLost,
  });
  const vectorSpaces = createEmbeddedVectorSpaces({
    directory: join(directory, 'vector'),
    engine,
    ...createEmbedders(embedding),
    onTenantLost,
  });
  void preloadTenants([keywordIndex.rebuildable, vectorSpaces.target.index.rebuildable]);
  return {
    keywordIndex,
    vectorSpaces,
    lostTenants,
    started,
    close: async () => {
      await Promise.all([keywordIndex.close(), vectorSpaces.close()]);
    },
  };
}
