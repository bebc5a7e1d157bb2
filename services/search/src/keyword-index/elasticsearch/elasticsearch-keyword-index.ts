import { isUuid, unavailable } from '@loci/core';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import type { IndexedItem, RemovedItem } from '../../items/indexed-item.ts';
import { passesFilter } from '../../items/search-filter.ts';
import { deleteTenantDocuments } from './delete-tenant-documents.ts';
import { ElasticsearchConnection } from './elasticsearch-connection.ts';
import type { ClientOptions } from './elasticsearch-connection.ts';
import { IndexGenerations, indexNames } from './index-generations.ts';
import { toItemWrite, toTombstoneWrite } from './item-document.ts';
import type { ItemWrite } from './item-document.ts';
import { acquireRebuildLease } from './rebuild-lease.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { ItemReader } from './item-reader.ts';
import { ScoringQueryBuilder } from './scoring-query.ts';
import { bulkWrite } from './bulk-write.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { buildSnippet } from '../snippet.ts';
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
  const calls = new ElasticsearchConnection(clientOptions(options), requestTimeoutMs);
  const generations = new IndexGenerations(calls, names, { shards, replicas, refreshIntervalMs });
  const weights = new ScoringQueryBuilder(generations);
  const stored = new ItemReader(generations);

  /** Writes to every generation; again when one of them has gone since it was looked up. */
  async function writeEverywhere(writes: readonly ItemWrite[]): Promise<void> {
    if (writes.length === 0) return;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { serving, filling } = await generations.written();
      const outcomes = await Promise.all(
        [serving, ...filling].map((generation) => bulkWrite(calls, generation, writes, true)),
      );
      if (!outcomes.includes('gone')) return;
      generations.invalidate();
    }
    throw unavailable('The keyword index');
  }

  async function writeTo(generation: string, writes: readonly ItemWrite[]): Promise<void> {
    if (calls.isClosing) throw unavailable('The keyword index');
    if ((await bulkWrite(calls, generation, writes, false)) === 'gone')
      throw unavailable('The index that is being filled');
  }

  return {
    upsert: (items) => calls.run(async () => writeEverywhere(itemWrites(items))),

    remove: (tenantId, entries) => calls.run(async () => writeEverywhere(tombstoneWrites(tenantId, entries))),

    search: (tenantId, { query, filter = {}, limit }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const clauses = await weights.build(tenant, query);
        return clauses.length === 0 ? [] : stored.search(tenant, clauses, filter, limit);
      }),

    score: (tenantId, { query, ids, filter = {} }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const wanted = lookupIds(ids);
        if (wanted.length === 0) return [];
        const clauses = await weights.build(tenant, query);
        const hits = await stored.score(tenant, clauses, filter, wanted);
        const byId = new Map(hits.map((hit) => [hit.id, hit]));
        return wanted.flatMap((id) => byId.get(id) ?? []);
      }),

    fetch: (tenantId, { ids, filter = {} }) =>
      calls.run(async () => {
        const wanted = lookupIds(ids);
        const items = await stored.fetch(canonicalTenantId(tenantId), wanted);
        return wanted.flatMap((id) => items.get(id) ?? []).filter((item) => passesFilter(item, filter));
      }),

    chunks: (tenantId, ranges) =>
      calls.run(async () => {
        const items = await stored.chunks(canonicalTenantId(tenantId), ranges);
        return [...items.values()].sort(byPlace);
      }),

    highlight: (tenantId, { query, ids }) =>
      calls.run(async () => {
        const terms = queryTerms(query);
        const wanted = lookupIds(ids);
        const items = await stored.fetch(canonicalTenantId(tenantId), wanted);
        return new Map(
          wanted.flatMap((id) => {
            const item = items.get(id);
            return item ? [[id, buildSnippet(item.content, terms)]] : [];
          }),
        );
      }),

    revisions: (tenantId, { afterId, limit }) =>
      calls.run(async () =>
        stored.revisions(canonicalTenantId(tenantId), afterId?.toLowerCase() ?? null, limit),
      ),

    count: (tenantId) => calls.run(async () => stored.count(canonicalTenantId(tenantId))),

    dropTenant: (tenantId) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const { serving, filling } = await generations.written();
        for (const generation of [serving, ...filling])
          await deleteTenantDocuments(calls, generation, tenant);
      }),

    listTenants: () => calls.run(async () => stored.listTenants()),

    rebuild: (fill) =>
      calls.run(async () => {
        const lease = await acquireRebuildLease(calls, {
          index: names.leaseIndex,
          replicas,
          leaseMs: rebuildLeaseMs,
        });
        try {
          await rebuildIndex(calls, generations, lease, (generation) =>
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
  return canonical.map(toItemWrite);
}

function tombstoneWrites(tenantId: string, entries: readonly RemovedItem[]): ItemWrite[] {
  const tenant = canonicalTenantId(tenantId);
  return entries.map(({ id, revision }) => toTombstoneWrite(tenant, { id: canonicalId(id), revision }));
}

/** Ids as they are looked up: what is not a UUID is not found. */
const lookupIds = (ids: readonly string[]): string[] => ids.filter(isUuid).map((id) => id.toLowerCase());

function byPlace(a: IndexedItem, b: IndexedItem): number {
  if (a.documentId !== b.documentId) return a.documentId! < b.documentId! ? -1 : 1;
  return a.chunkIndex! - b.chunkIndex!;
}
