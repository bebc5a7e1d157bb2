import type { Vocabulary } from '../terms/vocabulary.ts';

/** Maximum share of memories that contain a topic. More frequent terms are often personal or place names. */
const MAX_SHARE = 0.4;
/**
 * Maximum share of memories that contain a topic, in a tenant with few memories. In such a tenant, half of
 * the memories can have the same topic.
 */
const MAX_SHARE_OF_FEW_MEMORIES = 0.75;
export const FEW_MEMORIES = 50;
/** Number of memories below which the share of a term is not meaningful. */
const MIN_MEMORIES_FOR_SHARE = 4;
/** Minimum share of all memories that must contain a selected term for the term to cover these memories. */
const MIN_COVERING_SHARE = 0.1;
/**
 * Minimum share of memories without a covering term among the memories that contain a frequent term, for the
 * term to be selected.
 */
const MIN_UNCOVERED_SHARE = 0.8;
/** Maximum ratio of the frequencies of the frequent terms that are considered together. */
const BATCH_FACTOR = 1.25;

export interface SelectTermsOptions {
  /** Minimum number of memories of the window that contain the term. */
  minMemories: number;
  /** Whether frequent tags are selected in a tenant with few memories. */
  includeFrequentTags: boolean;
}

/**
 * Selects the terms that can be topics. Excludes rare terms, and frequent terms unless they are the only topic of their
 * memories. Without this exception, a tenant with one or two topics would have none.
 *
 * @param windowFrequencies number of memories of the window that contain each term
 * @returns indexes of the terms, in ascending order
 */
export function selectTerms(
  { terms, termsOfMemory }: Vocabulary,
  windowFrequencies: Int32Array,
  { minMemories, includeFrequentTags }: SelectTermsOptions,
): number[] {
  const total = termsOfMemory.length;
  const maxShare = total <= FEW_MEMORIES ? MAX_SHARE_OF_FEW_MEMORIES : MAX_SHARE;
  const maxCount = total < MIN_MEMORIES_FOR_SHARE ? total : maxShare * total;
  const candidates = [...terms.keys()].filter((term) => windowFrequencies[term]! >= minMemories);
  const isFrequent = (term: number): boolean => terms[term]!.memoryCount > maxCount;
  const isIncludedTag = (term: number): boolean =>
    includeFrequentTags && total <= FEW_MEMORIES && terms[term]!.isTag;
  const selected = new Set(candidates.filter((term) => !isFrequent(term) || isIncludedTag(term)));
  const frequent = candidates.filter((term) => !selected.has(term));
  if (frequent.length > 0) addOnlyTopics({ terms, termsOfMemory }, frequent, selected);
  return [...selected].sort((a, b) => a - b);
}

/**
 * Adds frequent terms, in ascending order of their frequency, if most of their memories are not covered by
 * another selected term.
 */
function addOnlyTopics(
  { terms, termsOfMemory }: Vocabulary,
  frequent: readonly number[],
  selected: Set<number>,
): void {
  const countOf = (term: number): number => terms[term]!.memoryCount;
  const minCovering = MIN_COVERING_SHARE * termsOfMemory.length;
  const covers = new Uint8Array(terms.length);
  for (const term of selected) if (countOf(term) >= minCovering) covers[term] = 1;
  const isCovered = termsOfMemory.map((memoryTerms) => memoryTerms.some((term) => covers[term] === 1));
  const ascending = [...frequent].sort((a, b) => countOf(a) - countOf(b) || a - b);
  for (let start = 0; start < ascending.length;) {
    const limit = countOf(ascending[start]!) * BATCH_FACTOR;
    let end = start;
    while (end < ascending.length && countOf(ascending[end]!) <= limit) end++;
    const uncovered = countUncovered(termsOfMemory, isCovered, terms.length);
    const added = ascending
      .slice(start, end)
      .filter((term) => uncovered[term]! >= MIN_UNCOVERED_SHARE * countOf(term));
    for (const term of added) selected.add(term);
    const addedTerms = new Set(added);
    for (const [memory, memoryTerms] of termsOfMemory.entries()) {
      isCovered[memory] ||= memoryTerms.some((term) => addedTerms.has(term));
    }
    start = end;
  }
}

/** Counts the memories without a covering term that contain each term. */
function countUncovered(
  termsOfMemory: Vocabulary['termsOfMemory'],
  isCovered: readonly boolean[],
  termCount: number,
): Int32Array {
  const counts = new Int32Array(termCount);
  for (const [memory, memoryTerms] of termsOfMemory.entries()) {
    if (isCovered[memory]) continue;
    for (const term of memoryTerms) counts[term]! += 1;
  }
  return counts;
}
