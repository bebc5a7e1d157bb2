import { canonicalId, canonicalTenantId, lookupIds } from '../../items/item-ids.ts';
import { RebuildableWorker } from '../../embedded-storage/rebuildable-worker.ts';
import type { WorkerCaller } from '../../embedded-storage/rebuildable-worker.ts';
import type { KeywordWorkerMethods, KeywordWorkerOptions } from './keyword-worker-methods.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { unpackHits } from './packed-keyword-hits.ts';

export interface EmbeddedKeywordIndexOptions {
  /** Made when absent. Each tenant gets a folder in it. */
  directory: string;
  /** Least recently used tenants are closed beyond these; they open again by themselves. */
  maxOpenTenants?: number;
  maxMemoryBytes?: number;
  /** The tenant's file was damaged or gone. It is empty now and has to be filled from the owner's records. */
  onTenantLost(tenantId: string): void;
}

/**
 * Items in one SQLite file per tenant, with the postings of their terms in memory, in a worker thread. BM25 over
 * an English stemmer.
 *
 * FTS5 computes BM25 row by row, 0.8 us for each: 26 ms (p95 62) for questions that hold a name which
 * 30,000 of 100,000 items hold too. The postings take 0.5 ms for the same.
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
    ...writesOver(worker),

    async search(tenantId, { query, filter = {}, limit }) {
      return unpackHits(await worker.call('search', [canonicalTenantId(tenantId), query, filter, limit]));
    },

    async score(tenantId, { query, ids, filter = {} }) {
      return unpackHits(
        await worker.call('score', [canonicalTenantId(tenantId), query, lookupIds(ids), filter]),
      );
    },

    async fetch(tenantId, { ids, filter = {} }) {
      return worker.call('fetch', [canonicalTenantId(tenantId), lookupIds(ids), filter]);
    },

    async chunks(tenantId, ranges) {
      return worker.call('chunks', [canonicalTenantId(tenantId), [...ranges]]);
    },

    async highlight(tenantId, { query, ids }) {
      return worker.call('highlight', [canonicalTenantId(tenantId), query, lookupIds(ids)]);
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

    rebuild: (fill) => worker.rebuild((fresh) => fill(writesOver(fresh))),

    close: () => worker.close(),
  };
}

const writesOver = (worker: WorkerCaller<KeywordWorkerMethods>): Pick<KeywordIndex, 'upsert' | 'remove'> => ({
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
