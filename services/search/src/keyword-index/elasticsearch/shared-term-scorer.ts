import type { estypes } from '@elastic/elasticsearch';
import type { SharedTermsQuery } from '../keyword-index.ts';
import { scoreTerms } from '../shared-terms.ts';
import { CachedFrequencies } from './cached-frequencies.ts';
import { readDocumentFrequencies } from './document-frequencies.ts';
import type { IndexGenerations } from './index-generations.ts';
import type { ItemReader } from './item-reader.ts';
import { significantTokens } from './tenant-terms.ts';

type Clause = estypes.QueryDslQueryContainer;

/**
 * Maximum number of tokens in a request, below the lowest limit of clauses that Elasticsearch can have (1,024). Only seeds that
 * are long chunks of documents have more. The tokens with the lowest scores are then left out.
 */
const MAX_TOKENS = 512;

/**
 * Scores items for the rare terms that they share with the best candidates of a search. Elasticsearch does not store the terms
 * of an item, so they are extracted again from the content. This needs two requests, and a third one for document frequencies
 * that are not cached.
 */
export class SharedTermScorer {
  readonly #reader: ItemReader;
  /** Separate from the cache of query terms, because a search has several times as many terms of seeds. */
  readonly #frequencies: CachedFrequencies;

  constructor(generations: IndexGenerations, reader: ItemReader) {
    this.#reader = reader;
    this.#frequencies = new CachedFrequencies((tenantId, tokens) =>
      readDocumentFrequencies(generations, tenantId, tokens),
    );
  }

  /**
   * Returns the scores of the items that share a rare term with a seed, by id.
   *
   * @param seeds ids must be lower-case UUIDs
   * @param ids lower-case UUIDs
   */
  async score(tenantId: string, { seeds, ids }: SharedTermsQuery): Promise<Map<string, number>> {
    const items = await this.#reader.fetch(
      tenantId,
      seeds.map(({ id }) => id),
    );
    const termsOfSeeds = seeds.flatMap(({ id, weight }) => {
      const item = items.get(id);
      return item ? [{ terms: significantTokens(tenantId, item.content), weight }] : [];
    });
    const tokens = new Set(termsOfSeeds.flatMap(({ terms }) => [...terms]));
    if (tokens.size === 0 || ids.length === 0) return new Map();
    const { tenantItems, frequencyOf } = await this.#frequencies.of(tenantId, [...tokens]);
    const scores = scoreTerms(termsOfSeeds, tenantItems, frequencyOf);
    return scores.size === 0
      ? new Map()
      : this.#reader.sumOfScores(tenantId, Array.from(best(scores), toClause), ids);
  }
}

/** Returns the {@link MAX_TOKENS} tokens with the highest scores. */
const best = (scores: ReadonlyMap<string, number>): Iterable<[string, number]> =>
  scores.size <= MAX_TOKENS ? scores : [...scores].sort(([, a], [, b]) => b - a).slice(0, MAX_TOKENS);

const toClause = ([token, score]: [string, number]): Clause => ({
  constant_score: { filter: { term: { terms: token } }, boost: score },
});
