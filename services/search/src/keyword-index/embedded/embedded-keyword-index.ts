import { packIds } from '../../embedded-storage/packed-ids.ts';
import { RebuildableWorker } from '../../embedded-storage/rebuildable-worker.ts';
import type { WorkerCaller } from '../../embedded-storage/rebuildable-worker.ts';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import type { KeywordWorkerMethods, KeywordWorkerOptions } from './keyword-worker-methods.ts';
import { unpackHits } from './packed-keyword-hits.ts';

export interface EmbeddedKeywordIndexOptions {
  /** Folder with one subfolder per tenant. Created if it does not exist. */
  directory: string;
  /** Maximum number of open tenants, default 64. Beyond it, the least recently used tenants are closed. */
  maxOpenTenants?: number;
  /**
   * Maximum memory use of open tenants, default 512 MiB. Beyond it, the least recently used tenants are
   * closed.
   */
  maxMemoryBytes?: number;
  /** Called after a tenant's file was found damaged or missing. The tenant's items must be indexed again. */
  onTenantLost(tenantId: string): void;
}

/**
 * Creates a keyword index that runs in a worker thread. Each tenant has one SQLite file and an inverted index
 * in memory. Ranks by BM25.
 *
 * SQLite FTS5 is not used, because it computes BM25 row by row. For queries with a name that 30,000 of
 * 100,000 items contain, FTS5 takes 26 ms (p95 62 ms), and the inverted index takes 0.5 ms.
 */
export function createEmbeddedKeywordIndex(options: EmbeddedKeywordIndexOptions): KeywordIndex {
  const { directory, maxOpenTenants = 64, maxMemoryBytes = 512 * 1024 * 1024, onTenantLost } = options;
  const worker = new RebuildableWorker<KeywordWorkerMethods>({
    module: new URL('./keyword-worker.ts', import.meta.url),
    directory,
    workerDataFor: (folder) =>
      ({ directory: folder, maxOpenTenants, maxMemoryBytes }) satisfies KeywordWorkerOptions,
    name: 'The keyword index',
    onNotice: (notice) => onTenantLost((notice as { tenantLost: string }).tenantLost),
  });

  return {
    ...writeMethods(worker),

    async search(tenantId, { query, filter = {}, limit }) {
      return unpackHits(await worker.call('search', [canonicalTenantId(tenantId), query, filter, limit]));
    },

    async score(tenantId, { query, ids, filter = {} }) {
      return unpackHits(
        await worker.call('score', [canonicalTenantId(tenantId), query, packIds(ids), filter]),
      );
    },

    async fetch(tenantId, { ids, filter = {} }) {
      return worker.call('fetch', [canonicalTenantId(tenantId), packIds(ids), filter]);
    },

    async chunks(tenantId, ranges) {
      return worker.call('chunks', [canonicalTenantId(tenantId), [...ranges]]);
    },

    async highlight(tenantId, { query, ids }) {
      return worker.call('highlight', [canonicalTenantId(tenantId), query, packIds(ids)]);
    },

    async revisions(tenantId, { afterId, limit }) {
      return worker.call('revisions', [canonicalTenantId(tenantId), afterId?.toLowerCase() ?? '', limit]);
    },

    async count(tenantId) {
      return worker.call('count', [canonicalTenantId(tenantId)]);
    },

    async dropTenant(tenantId) {
      await worker.call('dropTenant', [canonicalTenantId(tenantId)]);
    },

    async listTenants() {
      return worker.call('listTenants', []);
    },

    rebuild: (fill) => worker.rebuild((shadow) => fill(writeMethods(shadow))),

    close: () => worker.close(),
  };
}

const writeMethods = (
  worker: WorkerCaller<KeywordWorkerMethods>,
): Pick<KeywordIndex, 'upsert' | 'remove'> => ({
  async upsert(items) {
    const canonical = items.map((item) => {
      return { ...item, id: canonicalId(item.id), tenantId: canonicalTenantId(item.tenantId) };
    });
    const byTenant = Map.groupBy(canonical, ({ tenantId }) => tenantId);
    await Promise.all(Array.from(byTenant, ([tenantId, batch]) => worker.call('upsert', [tenantId, batch])));
  },

  async remove(tenantId, entries) {
    const removed = entries.map(({ id, revision }) => ({ id: canonicalId(id), revision }));
    if (removed.length > 0) await worker.call('remove', [canonicalTenantId(tenantId), removed]);
  },
});
