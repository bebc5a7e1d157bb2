import type { estypes } from '@elastic/elasticsearch';
import type { IndexGenerations } from './index-generations.ts';
import { filterClauses } from './filter-clauses.ts';
import { queryTokens } from './tenant-terms.ts';

/** Lower bound of the inverse document frequency, the same as in the embedded index. */
const MIN_IDF = 1e-6;
const MAX_CACHED_QUERIES = 500;
/** Lifetime of cached clauses. `score` calls reuse the clauses of a preceding search with the same query. */
const CACHE_TTL_MS = 5_000;

type Clause = estypes.QueryDslQueryContainer;

/**
 * Builds the clauses that score a query with BM25. The inverse document frequency (IDF) of each term is computed among
 * the tenant's own items. Lucene computes it over all tenants of the shard, so a name that occurs in every item of one
 * tenant would get the highest weight.
 */
export class ScoringQueryBuilder {
  readonly #generations: IndexGenerations;
  readonly #cache = new Map<string, { clauses: Clause[]; expiresAtMs: number }>();

  constructor(generations: IndexGenerations) {
    this.#generations = generations;
  }

  /** Returns one clause per distinct term of the query, at most 64; an empty list for a query without words. */
  async build(tenantId: string, query: string): Promise<Clause[]> {
    const tokens = queryTokens(tenantId, query);
    if (tokens.length === 0) return [];
    const key = tokens.join(' ');
    const cached = this.#cache.get(key);
    if (cached && cached.expiresAtMs > performance.now()) return cached.clauses;
    const clauses = await this.#weightTokens(tenantId, tokens);
    this.#addToCache(key, clauses);
    return clauses;
  }

  async #weightTokens(tenantId: string, tokens: readonly string[]): Promise<Clause[]> {
    const tokenFilters = tokens.map((token) => ({ term: { terms: token } }));
    const { hits, aggregations } = await this.#generations.read((index, client, limits) =>
      client.search<unknown, { matching: { buckets: { doc_count: number }[] } }>(
        {
          index,
          routing: tenantId,
          allow_partial_search_results: false,
          size: 0,
          track_total_hits: true,
          aggs: {
            matching: {
              filters: { filters: [{ bool: { filter: filterClauses(tenantId) } }, ...tokenFilters] },
            },
          },
        },
        limits,
      ),
    );
    const shardItems = (hits.total as estypes.SearchTotalHits).value;
    const [tenantItems = 0, ...documentFrequencies] = aggregations!.matching.buckets.map(
      ({ doc_count }) => doc_count,
    );
    return tokens.map((token, i) => {
      const boost = idfCorrection(documentFrequencies[i]!, tenantItems, shardItems);
      return { term: { terms: { value: token, boost } } };
    });
  }

  #addToCache(key: string, clauses: Clause[]): void {
    this.#cache.delete(key);
    this.#cache.set(key, { clauses, expiresAtMs: performance.now() + CACHE_TTL_MS });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED_QUERIES) this.#cache.delete(oldest!);
  }
}

/**
 * Returns the boost that converts Lucene's IDF, which is computed over the shard, to the IDF over the
 * tenant's items, which the embedded index uses.
 *
 * @param documentFrequency number of items that contain the tenant's token for the term; these are all items
 *   of the tenant
 */
function idfCorrection(documentFrequency: number, tenantItems: number, shardItems: number): number {
  const tenantOthers = Math.max(0, tenantItems - documentFrequency);
  const shardOthers = Math.max(0, shardItems - documentFrequency);
  const tenantIdf = Math.max(MIN_IDF, Math.log((tenantOthers + 0.5) / (documentFrequency + 0.5)));
  const luceneIdf = Math.log(1 + (shardOthers + 0.5) / (documentFrequency + 0.5));
  return tenantIdf / luceneIdf;
}
