import type { estypes } from '@elastic/elasticsearch';
import { idfOf } from '../idf.ts';
import { readDocumentFrequencies } from './document-frequencies.ts';
import type { IndexGenerations } from './index-generations.ts';
import { queryTokens } from './tenant-terms.ts';
import { TokenCache } from './token-cache.ts';

type Clause = estypes.QueryDslQueryContainer;

/**
 * Builds the clauses that score a query with BM25. The inverse document frequency (IDF) of each term is computed among
 * the tenant's own items. Lucene computes it over all tenants of the shard, so a name that occurs in every item of one
 * tenant would get the highest weight.
 */
export class ScoringQueryBuilder {
  readonly #generations: IndexGenerations;
  /** Boosts of tokens. */
  readonly #cache = new TokenCache<number>();

  constructor(generations: IndexGenerations) {
    this.#generations = generations;
  }

  /**
   * Returns one clause per distinct term of the query, at most 64. Returns an empty list for a query without
   * words. Sends a request only if the cache does not contain all terms.
   */
  async build(tenantId: string, query: string): Promise<Clause[]> {
    return this.buildForTokens(tenantId, queryTokens(tenantId, query));
  }

  /** Returns the clauses of `build` for distinct tokens. */
  async buildForTokens(tenantId: string, tokens: readonly string[]): Promise<Clause[]> {
    const boosts = await this.#boostsOf(tenantId, tokens);
    return Array.from(boosts, ([value, boost]) => ({ term: { terms: { value, boost } } }));
  }

  /**
   * Returns clauses that score like those of `build`, with the token of the term as the name of the clause, and the IDF of
   * each token in these clauses.
   */
  async buildNamed(
    tenantId: string,
    tokens: readonly string[],
  ): Promise<{ clauses: Clause[]; idfByToken: Map<string, number> }> {
    if (tokens.length === 0) return { clauses: [], idfByToken: new Map() };
    const boosts = await this.#boostsOf(tenantId, tokens);
    const { shardItems, ofTokens } = await readDocumentFrequencies(this.#generations, tenantId, tokens);
    return {
      clauses: Array.from(boosts, ([value, boost]) => ({ term: { terms: { value, boost, _name: value } } })),
      idfByToken: new Map(
        tokens.map((token, i) => [token, boosts.get(token)! * luceneIdf(ofTokens[i]!, shardItems)]),
      ),
    };
  }

  async #boostsOf(tenantId: string, tokens: readonly string[]): Promise<Map<string, number>> {
    const cached = new Map(tokens.map((token) => [token, this.#cache.get(tenantId, token)]));
    const missing = tokens.filter((token) => cached.get(token) === undefined);
    const added = new Map<string, number>();
    if (missing.length > 0) {
      const { tenantItems, shardItems, ofTokens } = await readDocumentFrequencies(
        this.#generations,
        tenantId,
        missing,
      );
      missing.forEach((token, i) => {
        const boost = idfCorrection(ofTokens[i]!, tenantItems, shardItems);
        added.set(token, boost);
        this.#cache.set(tenantId, token, boost, tenantItems);
      });
    }
    return new Map(tokens.map((token) => [token, cached.get(token) ?? added.get(token)!]));
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
  return idfOf(documentFrequency, tenantItems) / luceneIdf(documentFrequency, shardItems);
}

/** Returns the IDF that Lucene computes over the shard. */
const luceneIdf = (documentFrequency: number, shardItems: number): number =>
  Math.log(1 + (Math.max(0, shardItems - documentFrequency) + 0.5) / (documentFrequency + 0.5));
