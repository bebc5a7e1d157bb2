import { isUuid, unavailable } from '@loci/core';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import type { IndexedItem, RemovedItem } from '../../items/indexed-item.ts';
import { passesFilter } from '../../items/search-filter.ts';
import { dropDocuments } from './delete-tenant-documents.ts';
import { ElasticsearchCalls } from './elasticsearch-connection.ts';
import type { ClientOptions } from './elasticsearch-connection.ts';
import { Generations, indexNames } from './index-generations.ts';
import { itemWrite, tombstoneWrite } from './item-document.ts';
import type { ItemWrite } from './item-document.ts';
import { takeRebuildLease } from './rebuild-lease.ts';
import { rebuildGeneration } from './rebuild-index.ts';
import { StoredItems } from './item-reader.ts';
import { TermWeights } from './scoring-query.ts';
import { writeItems } from './bulk-write.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { passageOf } from '../snippet.ts';
import { queryTerms } from '../text-analysis/query-terms.ts';

export interface ElasticsearchKeywordIndexOptions {
  /** Of a node or of what balances over the nodes. */
  url: string;
  /** None for a cluster without security. */
  auth?: { apiKey: string } | { username: string; password: string };
  /** Begins the names of all indexes and aliases: up to 100 of a-z, 0-9, "-" and "_", the first a letter. */
  indexPrefix: string;
  /** Primary shards of a new index; a tenant lies in one of them. Another number takes a rebuild. */
  shards?: number;
  /** Copies of each shard beside the primary, in a new index. */
  replicas?: number;
  /** How often what is written becomes visible, in a new index; a write resolves when it is, so waits half as long. */
  refreshIntervalMs?: number;
  /** Of one request, its repetition included. */
  requestTimeoutMs?: number;
  /** Gzip on what is sent: for networks that are slower than the processors. */
  requestCompression?: boolean;
  /** A rebuild whose process has not been heard of for so long has crashed. */
  rebuildLeaseMs?: number;
}

/**
 * Items of all tenants in one Elasticsearch index, memories and chunks together as they are ranked together; each tenant's
 * in one shard.
 */
export function createElasticsearchKeywordIndex(options: ElasticsearchKeywordIndexOptions): KeywordIndex {
  const { shards = 1, replicas = 1, refreshIntervalMs = 200, requestTimeoutMs = 4_000 } = options;
  const { rebuildLeaseMs = 30_000 } = options;
  const names = indexNames(options.indexPrefix);
  const calls = new ElasticsearchCalls(clientOptions(options), requestTimeoutMs);
  const generations = new Generations(calls, names, { shards, replicas, refreshIntervalMs });
  const weights = new TermWeights(generations);
  const stored = new StoredItems(generations);

  /** Writes to every generation; again when one of them has gone since it was looked up. */
  async function writeEverywhere(writes: readonly ItemWrite[]): Promise<void> {
    if (writes.length === 0) return;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { serving, filling } = await generations.written();
      const outcomes = await Promise.all(
        [serving, ...filling].map((generation) => writeItems(calls, generation, writes, true)),
      );
      if (!outcomes.includes('gone')) return;
      generations.forget();
    }
    throw unavailable('The keyword index');
  }

  async function writeTo(generation: string, writes: readonly ItemWrite[]): Promise<void> {
    if (calls.isClosing) throw unavailable('The keyword index');
    if ((await writeItems(calls, generation, writes, false)) === 'gone')
      throw unavailable('The index that is being filled');
  }

  return {
    upsert: (items) => calls.use(async () => writeEverywhere(itemWrites(items))),

    remove: (tenantId, entries) => calls.use(async () => writeEverywhere(tombstoneWrites(tenantId, entries))),

    search: (tenantId, { query, filter = {}, limit }) =>
      calls.use(async () => {
        const tenant = canonicalTenantId(tenantId);
        const clauses = await weights.clauses(tenant, query);
        return clauses.length === 0 ? [] : stored.best(tenant, clauses, filter, limit);
      }),

    score: (tenantId, { query, ids, filter = {} }) =>
      calls.use(async () => {
        const tenant = canonicalTenantId(tenantId);
        const wanted = lookupIds(ids);
        if (wanted.length === 0) return [];
        const clauses = await weights.clauses(tenant, query);
        const hits = await stored.scored(tenant, clauses, filter, wanted);
        const byId = new Map(hits.map((hit) => [hit.id, hit]));
        return wanted.flatMap((id) => byId.get(id) ?? []);
      }),

    fetch: (tenantId, { ids, filter = {} }) =>
      calls.use(async () => {
        const wanted = lookupIds(ids);
        const items = await stored.byId(canonicalTenantId(tenantId), wanted);
        return wanted.flatMap((id) => items.get(id) ?? []).filter((item) => passesFilter(item, filter));
      }),

    chunks: (tenantId, ranges) =>
      calls.use(async () => {
        const items = await stored.chunks(canonicalTenantId(tenantId), ranges);
        return [...items.values()].sort(byPlace);
      }),

    highlight: (tenantId, { query, ids }) =>
      calls.use(async () => {
        const terms = queryTerms(query);
        const wanted = lookupIds(ids);
        const items = await stored.byId(canonicalTenantId(tenantId), wanted);
        return new Map(
          wanted.flatMap((id) => {
            const item = items.get(id);
            return item ? [[id, passageOf(item.content, terms)]] : [];
          }),
        );
      }),

    revisions: (tenantId, { afterId, limit }) =>
      calls.use(async () =>
        stored.revisions(canonicalTenantId(tenantId), afterId?.toLowerCase() ?? null, limit),
      ),

    count: (tenantId) => calls.use(async () => stored.count(canonicalTenantId(tenantId))),

    dropTenant: (tenantId) =>
      calls.use(async () => {
        const tenant = canonicalTenantId(tenantId);
        const { serving, filling } = await generations.written();
        for (const generation of [serving, ...filling]) await dropDocuments(calls, generation, tenant);
      }),

    listTenants: () => calls.use(async () => stored.tenants()),

    rebuild: (fill) =>
      calls.use(async () => {
        const lease = await takeRebuildLease(calls, {
          index: names.leaseIndex,
          replicas,
          leaseMs: rebuildLeaseMs,
        });
        try {
          await rebuildGeneration(calls, generations, lease, (generation) =>
            fill({
              upsert: async (items) => writeTo(generation, itemWrites(items)),
              remove: async (tenantId, entries) => writeTo(generation, tombstoneWrites(tenantId, entries)),
            }),
          );
        } finally {
          await lease.release();
        }
      }),

    close: () => calls.close(),
  };
}

function clientOptions(options: ElasticsearchKeywordIndexOptions): ClientOptions {
  const { url, auth, requestCompression = false } = options;
  return { node: url, compression: requestCompression, ...(auth && { auth }) };
}

function itemWrites(items: readonly IndexedItem[]): ItemWrite[] {
  const canonical = items.map((item) => ({
    ...item,
    id: canonicalId(item.id),
    tenantId: canonicalTenantId(item.tenantId),
  }));
  return canonical.map(itemWrite);
}

function tombstoneWrites(tenantId: string, entries: readonly RemovedItem[]): ItemWrite[] {
  const tenant = canonicalTenantId(tenantId);
  return entries.map(({ id, revision }) => tombstoneWrite(tenant, { id: canonicalId(id), revision }));
}

/** Ids as they are looked up: what is not a UUID is not found. */
const lookupIds = (ids: readonly string[]): string[] => ids.filter(isUuid).map((id) => id.toLowerCase());

function byPlace(a: IndexedItem, b: IndexedItem): number {
  if (a.documentId !== b.documentId) return a.documentId! < b.documentId! ? -1 : 1;
  return a.chunkIndex! - b.chunkIndex!;
}
