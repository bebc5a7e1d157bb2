import type { estypes } from '@elastic/elasticsearch';
import type { Generations } from './index-generations.ts';
import { passing } from './filter-clauses.ts';
import { queryTokens } from './tenant-terms.ts';

// As in the embedded index.
const MIN_RARITY = 1e-6;
const MAX_REMEMBERED_QUERIES = 500;
// A search is followed by asking for the scores of other items: the same query, the same weights.
const REMEMBERED_MS = 5_000;

type Clause = estypes.QueryDslQueryContainer;

/**
 * The clauses that score a query: BM25 of Lucene, with the rarity of each term among its tenant's own items. Left to itself,
 * Lucene counts the items of all tenants of the shard, so a name that all of a tenant's items hold would weigh most of all.
 */
export class TermWeights {
  readonly #generations: Generations;
  readonly #remembered = new Map<string, { clauses: Clause[]; untilMs: number }>();

  constructor(generations: Generations) {
    this.#generations = generations;
  }

  /** One clause for each term of the query, at most 64; none for a query without words. */
  async clauses(tenantId: string, query: string): Promise<Clause[]> {
    const tokens = queryTokens(tenantId, query);
    if (tokens.length === 0) return [];
    const key = tokens.join(' ');
    const known = this.#remembered.get(key);
    if (known && known.untilMs > performance.now()) return known.clauses;
    const clauses = await this.#weigh(tenantId, tokens);
    this.#remember(key, clauses);
    return clauses;
  }

  async #weigh(tenantId: string, tokens: readonly string[]): Promise<Clause[]> {
    const clausesOf = tokens.map((token) => ({ term: { terms: token } }));
    const { hits, aggregations } = await this.#generations.read((index, client, limits) =>
      client.search<unknown, { held: { buckets: { doc_count: number }[] } }>(
        {
          index,
          routing: tenantId,
          allow_partial_search_results: false,
          size: 0,
          track_total_hits: true,
          aggs: {
            held: { filters: { filters: [{ bool: { filter: passing(tenantId) } }, ...clausesOf] } },
          },
        },
        limits,
      ),
    );
    const shardItems = (hits.total as estypes.SearchTotalHits).value;
    const [tenantItems = 0, ...holding] = aggregations!.held.buckets.map(({ doc_count }) => doc_count);
    return tokens.map((token, i) => {
      const boost = weight(holding[i]!, tenantItems, shardItems);
      return { term: { terms: { value: token, boost } } };
    });
  }

  #remember(key: string, clauses: Clause[]): void {
    this.#remembered.delete(key);
    this.#remembered.set(key, { clauses, untilMs: performance.now() + REMEMBERED_MS });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED_QUERIES) this.#remembered.delete(oldest!);
  }
}

/**
 * What makes Lucene's score of a term that of the embedded index: the logarithm of how much rarer it is than half of the
 * tenant's items, in place of the one that Lucene multiplies by.
 */
function weight(holding: number, tenantItems: number, shardItems: number): number {
  const others = Math.max(0, tenantItems - holding);
  const rarity = Math.max(MIN_RARITY, Math.log((others + 0.5) / (holding + 0.5)));
  const lucene = Math.log(1 + (Math.max(0, shardItems - holding) + 0.5) / (holding + 0.5));
  return rarity / lucene;
}
