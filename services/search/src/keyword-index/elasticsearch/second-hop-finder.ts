import type { estypes } from '@elastic/elasticsearch';
import { extractEntities } from '../entities/extract-entities.ts';
import type { SecondHopQuery } from '../keyword-index.ts';
import { bestHits, chooseEntities, listMissingTerms, termsInQuery } from '../second-hop.ts';
import type { RareEntities } from '../second-hop.ts';
import { analyzeQuery } from '../text-analysis/query-terms.ts';
import { forEachTextTerm } from '../text-analysis/text-terms.ts';
import { CachedFrequencies } from './cached-frequencies.ts';
import { readNameFrequencies } from './document-frequencies.ts';
import type { IndexGenerations } from './index-generations.ts';
import type { ItemReader } from './item-reader.ts';
import type { ScoringQueryBuilder } from './scoring-query.ts';
import { tenantToken } from './tenant-terms.ts';

type Clause = estypes.QueryDslQueryContainer;

/**
 * Follows the entities of the best item of a search to other items. This needs two requests, and up to two more for
 * frequencies that are not cached. Items that were indexed by an earlier version have no entities.
 */
export class SecondHopFinder {
  readonly #reader: ItemReader;
  readonly #scoringQueries: ScoringQueryBuilder;
  readonly #frequencies: CachedFrequencies;

  constructor(generations: IndexGenerations, reader: ItemReader, scoringQueries: ScoringQueryBuilder) {
    this.#reader = reader;
    this.#scoringQueries = scoringQueries;
    this.#frequencies = new CachedFrequencies((tenantId, tokens) =>
      readNameFrequencies(generations, tenantId, tokens),
    );
  }

  /**
   * Returns the ids of the found items, best first.
   *
   * @param query ids must be lower-case UUIDs
   */
  async find(tenantId: string, { query, bestId, ids }: SecondHopQuery): Promise<string[]> {
    const others = ids.filter((id) => id !== bestId);
    const best = (await this.#reader.fetch(tenantId, [bestId])).get(bestId);
    if (!best || others.length === 0) return [];
    const contained = new Set<string>();
    forEachTextTerm(best.content, (term) => contained.add(term));
    const analyzed = analyzeQuery(query);
    const missing = listMissingTerms(analyzed, (term) => contained.has(term));
    if (missing.length === 0) return [];
    const { followed, scored } = await this.#chooseEntities(
      tenantId,
      termsInQuery(query, analyzed),
      best.content,
    );
    if (followed.length === 0) return [];
    const toToken = (term: string): string => tenantToken(tenantId, term);
    const scoring = await this.#scoringQueries.buildForTokens(tenantId, [
      ...new Set([...scored, ...missing].map(toToken)),
    ]);
    const scores = await this.#reader.sumOfScores(tenantId, scoring, others, [
      anyOf(followed.map((terms) => ({ bool: { filter: terms.map((term) => isNamed(toToken(term))) } }))),
      { terms: { terms: missing.map(toToken) } },
    ]);
    const hits = others.flatMap((id) => {
      const score = scores.get(id);
      return score === undefined ? [] : { id, score };
    });
    return bestHits(hits).map(({ id }) => id);
  }

  async #chooseEntities(
    tenantId: string,
    queried: ReadonlySet<string>,
    content: string,
  ): Promise<RareEntities<string>> {
    const entities = extractEntities(content).map(({ terms }) => terms);
    const tokens = new Set(
      entities.flat().flatMap((term) => (queried.has(term) ? [] : tenantToken(tenantId, term))),
    );
    if (tokens.size === 0) return { followed: [], scored: [] };
    const { tenantItems, frequencyOf } = await this.#frequencies.of(tenantId, [...tokens]);
    return chooseEntities(
      entities,
      (term) => queried.has(term),
      (term) => frequencyOf(tenantToken(tenantId, term)),
      tenantItems,
    );
  }
}

const anyOf = (clauses: Clause[]): Clause => ({ bool: { should: clauses, minimum_should_match: 1 } });

const isNamed = (token: string): Clause =>
  anyOf([{ term: { names: token } }, { term: { possible_names: token } }]);
