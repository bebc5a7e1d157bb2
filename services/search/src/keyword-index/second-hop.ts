import { isSharedTerm } from './shared-terms.ts';
import { extractEntities } from './entities/extract-entities.ts';
import type { QueryTerms } from './text-analysis/query-terms.ts';

/** Maximum number of entities of the best result that lead to other items. */
const MAX_FOLLOWED_ENTITIES = 6;
/** Maximum number of items that a second hop finds. */
const MAX_HITS = 20;
/** Lowest score of an item that a second hop finds, as a share of the best one. @see docs/retrieval.md#second-hop */
const MIN_RELATIVE_SCORE = 0.8;

/** Returns the terms of those words of a query of which the best result contains no term. */
export function listMissingTerms({ wordOf }: QueryTerms, contains: (term: string) => boolean): string[] {
  const contained = new Set<number>();
  for (const [term, word] of wordOf) if (contains(term)) contained.add(word);
  return [...wordOf].flatMap(([term, word]) => (contained.has(word) ? [] : term));
}

/** Returns the terms of a query, including those of its entities. */
export const termsInQuery = (query: string, { wordOf }: QueryTerms): Set<string> =>
  new Set([...wordOf.keys(), ...extractEntities(query).flatMap(({ terms }) => terms)]);

/** The entities of the best result that are rare and that the query does not name. */
export interface RareEntities<Term> {
  /** Entities that lead to other items, each with those of its terms that the query lacks. */
  followed: Term[][];
  /** Terms by which the reached items are scored. They can repeat. */
  scored: Term[];
}

/**
 * Chooses the entities of the best result that lead to other items: the first ones of which each term is rare.
 *
 * @param entities terms of the entities
 * @param degreeOf returns the number of items that name a term, or 0 if the tenant does not know the name
 * @param items number of items of the tenant
 */
export function chooseEntities<Term>(
  entities: readonly (readonly Term[])[],
  isInQuery: (term: Term) => boolean,
  degreeOf: (term: Term) => number,
  items: number,
): RareEntities<Term> {
  const followed: Term[][] = [];
  const scored: Term[] = [];
  for (const terms of entities) {
    const others = terms.filter((term) => !isInQuery(term));
    const rare = others.filter((term) => isSharedTerm(degreeOf(term), items));
    scored.push(...rare);
    if (rare.length > 0 && rare.length === others.length && followed.length < MAX_FOLLOWED_ENTITIES)
      followed.push(rare);
  }
  return { followed, scored };
}

/** Returns the best items that a second hop finds, best first. Keeps the order of items with equal scores. */
export function bestHits<Hit extends { score: number }>(hits: readonly Hit[]): Hit[] {
  const sorted = hits.toSorted((a, b) => b.score - a.score);
  const min = MIN_RELATIVE_SCORE * (sorted[0]?.score ?? 0);
  return sorted.filter(({ score }) => score >= min).slice(0, MAX_HITS);
}
