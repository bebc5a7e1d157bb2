import type { OrdinalSet } from '../../embedded-storage/ordinal-set.ts';
import { bestHits, chooseEntities, listMissingTerms, termsInQuery } from '../second-hop.ts';
import { analyzeQuery } from '../text-analysis/query-terms.ts';
import { decodeEntities } from './entity-index.ts';
import type { EntityIndex } from './entity-index.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { forEachTermFrequency } from './term-frequencies.ts';
import { hashTerm, termKey } from './term-hash.ts';
import type { TermHash } from './term-hash.ts';

/** The row of the best result. */
export interface BestRow {
  ordinal: number;
  row: Uint8Array;
  entitiesStart: number;
  termsStart: number;
}

/**
 * Follows the entities of the best result of a search to the candidates that also name them, and keeps those with a word of the
 * query that the best result lacks.
 *
 * @param order positions of the candidates that can be found, in the order that those with equal scores keep
 * @returns positions of the found candidates, best first
 * @see docs/reference/search.md#second-hop
 */
export function findSecondHop(
  { entities, invertedIndex }: { entities: EntityIndex; invertedIndex: InvertedIndex },
  query: string,
  { ordinal: best, row, entitiesStart, termsStart }: BestRow,
  candidates: OrdinalSet,
  order: Iterable<number>,
): number[] {
  const contained = new Set<number>();
  forEachTermFrequency(row, termsStart, (low, high) => contained.add(termKey({ low, high })));
  const analyzed = analyzeQuery(query);
  const missing = listMissingTerms(analyzed, (term) => contained.has(termKey(hashTerm(term)))).map(hashTerm);
  if (missing.length === 0) return [];
  const queried = new Set(Array.from(termsInQuery(query, analyzed), (term) => termKey(hashTerm(term))));
  const { followed, scored } = chooseEntities(
    decodeEntities(row, entitiesStart),
    (term) => queried.has(termKey(term)),
    (term) => entities.degree(term),
    invertedIndex.size,
  );
  if (followed.length === 0) return [];
  const isNamed = new Uint8Array(candidates.size);
  for (const terms of followed) markNamed(isNamed, entities, terms, candidates);
  const byMissing = invertedIndex.scoreCandidates(missing, candidates);
  const byNames = invertedIndex.scoreCandidates(distinct(scored), candidates);
  const hits: { position: number; score: number }[] = [];
  for (const position of order)
    if (isNamed[position] === 1 && byMissing[position]! > 0 && position !== candidates.positionOf(best))
      hits.push({ position, score: byMissing[position]! + byNames[position]! });
  return bestHits(hits).map(({ position }) => position);
}

/** Marks the candidates that name all given terms of an entity. */
function markNamed(
  isNamed: Uint8Array,
  entities: EntityIndex,
  terms: readonly TermHash[],
  candidates: OrdinalSet,
): void {
  const counts = new Uint8Array(candidates.size);
  for (const term of terms)
    entities.forEachItem(term, (ordinal) => {
      const position = candidates.positionOf(ordinal);
      if (position !== -1 && ++counts[position]! === terms.length) isNamed[position] = 1;
    });
}

const distinct = (terms: readonly TermHash[]): Iterable<TermHash> =>
  new Map(terms.map((term) => [termKey(term), term])).values();
