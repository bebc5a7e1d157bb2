import { isUuid, unavailable } from '@loci/core';
import type { IndexedItem, RemovedItem } from '../../items/indexed-item.ts';
import { canonicalId, canonicalLookupIds, canonicalTenantId } from '../../items/item-ids.ts';
import { passesFilter } from '../../items/search-filter.ts';
import { compareChunks } from '../chunk-order.ts';
import { composeResults } from '../compose-results.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { buildSnippet } from '../snippet.ts';
import { analyzeQuery } from '../text-analysis/query-terms.ts';
import { namesIn } from '../text-analysis/utterance.ts';
import { bulkWrite } from './bulk-write.ts';
import { deleteTenantDocuments } from './delete-tenant-documents.ts';
import { deleteTombstones } from './delete-tombstones.ts';
import { ElasticsearchConnection } from './elasticsearch-connection.ts';
import type { ClientOptions } from './elasticsearch-connection.ts';
import { explainTerms } from './explain-terms.ts';
import { IndexGenerations, indexNames } from './index-generations.ts';
import type { IndexContent } from './index-generations.ts';
import { toItemWrite, toTombstoneWrite } from './item-document.ts';
import type { ItemWrite } from './item-document.ts';
import { ItemReader } from './item-reader.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { acquireRebuildLease } from './rebuild-lease.ts';
import { SharedTermScorer } from './shared-term-scorer.ts';
import { SecondHopFinder } from './second-hop-finder.ts';
import { ScoringQueryBuilder } from './scoring-query.ts';
import { queryTermsByToken } from './tenant-terms.ts';

export interface ElasticsearchKeywordIndexOptions {
  /** URL of a node or of a load balancer in front of the cluster. */
  url: string;
  /** Credentials. Omit them for a cluster without security. */
  auth?: { apiKey: string } | { username: string; password: string };
  /** Prefix of all index and alias names: a letter a-z, then up to 99 characters of a-z, 0-9, "-" and "_". */
  indexPrefix: string;
  /** Items of the index, which is part of the names of its Elasticsearch indexes. Default `items`. */
  content?: IndexContent;
  /**
   * Number of primary shards of a new index, default 1. All items of a tenant are in one shard. A changed
   * number takes effect with the next rebuild.
   */
  shards?: number;
  /** Number of replicas of each primary shard of a new index, default 1. */
  replicas?: number;
  /**
   * Refresh interval of a new index in milliseconds, default 200. A write resolves at the next refresh, on average
   * after half of the interval.
   */
  refreshIntervalMs?: number;
  /** Timeout of one request including its retry, in milliseconds. Default 4,000. */
  requestTimeoutMs?: number;
  /** Whether to compress requests with gzip, for slow networks. Default false. */
  requestCompression?: boolean;
  /** Milliseconds after which a rebuild counts as crashed if its process no longer renews its lease. Default 30,000. */
  rebuildLeaseMs?: number;
}

/**
 * Creates a keyword index on Elasticsearch. One index contains the items of all tenants. Memories and chunks
 * share the index, because they are ranked together. All items of a tenant are in one shard. The index is
 * created on first use. Several processes may create it concurrently.
 *
 * @throws Error if the index prefix is not valid
 */
export function createElasticsearchKeywordIndex(options: ElasticsearchKeywordIndexOptions): KeywordIndex {
  const { shards = 1, replicas = 1, refreshIntervalMs = 200, requestTimeoutMs = 4_000 } = options;
  const { rebuildLeaseMs = 30_000 } = options;
  const names = indexNames(options.indexPrefix, options.content);
  const connection = new ElasticsearchConnection(clientOptions(options), requestTimeoutMs);
  const generations = new IndexGenerations(connection, names, { shards, replicas, refreshIntervalMs });
  const scoringQueries = new ScoringQueryBuilder(generations);
  const reader = new ItemReader(generations);
  const sharedTerms = new SharedTermScorer(generations, reader);
  const secondHops = new SecondHopFinder(generations, reader, scoringQueries);

  /** Writes to all write targets. Repeats the write with new targets if one of them was deleted. */
  async function writeToAll(writes: readonly ItemWrite[]): Promise<void> {
    if (writes.length === 0) return;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { serving, filling } = await generations.writeTargets();
      const results = await Promise.all(
        [serving, ...filling].map((generation) => bulkWrite(connection, generation, writes, true)),
      );
      if (!results.includes('index-missing')) return;
      generations.invalidate();
    }
    throw unavailable('The keyword index');
  }

  async function writeTo(generation: string, writes: readonly ItemWrite[]): Promise<void> {
    if (connection.isClosing) throw unavailable('The keyword index');
    if ((await bulkWrite(connection, generation, writes, false)) === 'index-missing')
      throw unavailable('The shadow index of the rebuild');
  }

  const index: KeywordIndex = {
    upsert: (items) => connection.run(async () => writeToAll(itemWrites(items))),

    remove: (tenantId, entries) => connection.run(async () => writeToAll(tombstoneWrites(tenantId, entries))),

    deleteTombstones: (tenantId, entries) =>
      connection.run(async () => {
        const tombstones = tombstoneWrites(tenantId, entries);
        if (tombstones.length === 0) return;
        const { serving, filling } = await generations.writeTargets();
        for (const generation of [serving, ...filling])
          await deleteTombstones(connection, generation, tombstones);
      }),

    search: (tenantId, { query, filter = {}, limit }) =>
      connection.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const clauses = await scoringQueries.build(tenant, query);
        return clauses.length === 0
          ? []
          : reader.search(tenant, { scoring: clauses, names: namesIn(query) }, filter, limit);
      }),

    score: (tenantId, { query, ids, filter = {} }) =>
      connection.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const wanted = canonicalLookupIds(ids);
        if (wanted.length === 0) return [];
        const clauses = await scoringQueries.build(tenant, query);
        const hits = await reader.score(tenant, { scoring: clauses, names: namesIn(query) }, filter, wanted);
        const hitsById = new Map(hits.map((hit) => [hit.id, hit]));
        return wanted.flatMap((id) => hitsById.get(id) ?? []);
      }),

    fetch: (tenantId, { ids, filter = {} }) =>
      connection.run(async () => {
        const wanted = canonicalLookupIds(ids);
        const items = await reader.fetch(canonicalTenantId(tenantId), wanted);
        return wanted.flatMap((id) => items.get(id) ?? []).filter((item) => passesFilter(item, filter));
      }),

    chunks: (tenantId, ranges) =>
      connection.run(async () => {
        const items = await reader.chunks(canonicalTenantId(tenantId), ranges);
        return [...items.values()].sort(compareChunks);
      }),

    highlight: (tenantId, { query, ids }) =>
      connection.run(async () => {
        const terms = analyzeQuery(query);
        const wanted = canonicalLookupIds(ids);
        const items = await reader.fetch(canonicalTenantId(tenantId), wanted);
        return new Map(
          wanted.flatMap((id) => {
            const item = items.get(id);
            return item ? [[id, buildSnippet(item.content, terms)]] : [];
          }),
        );
      }),

    idfs: (tenantId, query) =>
      connection.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const terms = queryTermsByToken(tenant, query);
        const { idfByToken } = await scoringQueries.buildNamed(tenant, [...terms.keys()]);
        return new Map(Array.from(terms, ([token, term]) => [term, idfByToken.get(token)!]));
      }),

    explain: (tenantId, { query, ids }) =>
      connection.run(() =>
        explainTerms({ scoringQueries, reader }, canonicalTenantId(tenantId), query, canonicalLookupIds(ids)),
      ),

    scoreSharedTerms: (tenantId, { seeds, ids }) =>
      connection.run(async () =>
        sharedTerms.score(canonicalTenantId(tenantId), {
          seeds: seeds
            .filter(({ id }) => isUuid(id))
            .map(({ id, weight }) => ({ id: id.toLowerCase(), weight })),
          ids: canonicalLookupIds(ids),
        }),
      ),

    secondHop: (tenantId, { query, bestId, ids }) =>
      connection.run(async () =>
        secondHops.find(canonicalTenantId(tenantId), {
          query,
          bestId: canonicalId(bestId),
          ids: canonicalLookupIds(ids),
        }),
      ),

    results: (tenantId, query) => composeResults(index, tenantId, query),

    revisions: (tenantId, { afterId, limit }) =>
      connection.run(async () =>
        reader.revisions(canonicalTenantId(tenantId), afterId?.toLowerCase() ?? null, limit),
      ),

    count: (tenantId) => connection.run(async () => reader.count(canonicalTenantId(tenantId))),

    dropTenant: (tenantId) =>
      connection.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const { serving, filling } = await generations.writeTargets();
        for (const generation of [serving, ...filling])
          await deleteTenantDocuments(connection, generation, tenant);
      }),

    listTenants: () => connection.run(async () => reader.listTenants()),

    rebuild: (fill) =>
      connection.run(async () => {
        const lease = await acquireRebuildLease(connection, {
          index: names.leaseIndex,
          replicas,
          leaseMs: rebuildLeaseMs,
        });
        try {
          await rebuildIndex(connection, generations, lease, (shadow) =>
            fill({
              upsert: async (items) => writeTo(shadow, itemWrites(items)),
              remove: async (tenantId, entries) => writeTo(shadow, tombstoneWrites(tenantId, entries)),
            }),
          );
        } finally {
          await lease.release();
        }
      }),

    close: () => connection.close(),
  };
  return index;
}

function clientOptions(options: ElasticsearchKeywordIndexOptions): ClientOptions {
  const { url, auth, requestCompression = false } = options;
  return { node: url, compression: requestCompression, ...(auth && { auth }) };
}

/** Creates the writes of the items. Validates all ids before it creates the first write. */
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
