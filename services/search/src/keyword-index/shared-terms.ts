import { idfOf } from './idf.ts';

/** A term that a larger share of the items of a tenant contains says too little about them to connect them. */
const MAX_SHARED_FRACTION = 0.05;
/** Number of items that can contain a term, whatever share of the items of a small tenant they are. */
const MIN_SHARED_ITEMS = 3;
/** Maximum number of items that contain a term, which limits the time of a search in a large tenant. */
const MAX_SHARED_ITEMS = 10_000;

/** An item whose terms are compared with those of other items. */
export interface SharedTermSeed<Term> {
  /** Distinct terms, without stop words. */
  terms: Iterable<Term>;
  weight: number;
}

/** Returns true if a term connects the items that contain it. */
export const isSharedTerm = (documentFrequency: number, items: number): boolean =>
  documentFrequency >= 2 &&
  documentFrequency <= MAX_SHARED_ITEMS &&
  documentFrequency <= Math.max(MIN_SHARED_ITEMS, MAX_SHARED_FRACTION * items);

/**
 * Returns the score that each rare term of the seeds adds to the items that contain it. A seed distributes its weight over its
 * rare terms in proportion to their inverse document frequencies. A term passes a part of its weight on to each item, the
 * smaller, the more items contain it.
 *
 * @param items number of items of the tenant
 * @param frequencyOf returns the number of items that contain a term
 * @see docs/reference/search.md#shared-terms
 */
export function scoreTerms<Term>(
  seeds: Iterable<SharedTermSeed<Term>>,
  items: number,
  frequencyOf: (term: Term) => number,
): Map<Term, number> {
  const scores = new Map<Term, number>();
  for (const { terms, weight } of seeds) {
    const rare: Term[] = [];
    const idfs: number[] = [];
    let total = 0;
    for (const term of terms) {
      const frequency = frequencyOf(term);
      if (!isSharedTerm(frequency, items)) continue;
      const idf = idfOf(frequency, items);
      rare.push(term);
      idfs.push(idf);
      total += idf;
    }
    for (let i = 0; i < rare.length; i++)
      scores.set(rare[i]!, (scores.get(rare[i]!) ?? 0) + (weight * idfs[i]!) / Math.max(1, total));
  }
  for (const [term, weight] of scores) {
    const frequency = frequencyOf(term);
    scores.set(term, (weight * idfOf(frequency, items)) / Math.log(2 + frequency));
  }
  return scores;
}
