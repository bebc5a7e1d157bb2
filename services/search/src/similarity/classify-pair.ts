import type { Difference } from '@loci/contracts';
import { areComparable, isSameQuantity } from './quantity.ts';
import { isOrderReversed } from './is-order-reversed.ts';
import { isOtherValue } from './is-other-value.ts';
import { toKey } from './statement.ts';
import type { Statement, Term } from './statement.ts';
import { ANTONYMS, NUMBERED_NOUNS } from './word-lists.ts';

/** Relation of two statements that say nearly the same or the opposite. */
export type Similarity = {
  /** Number of terms that both statements have. */
  sharedTerms: number;
  /** Confidence, 0..1. */
  score: number;
} & ({ kind: 'duplicate'; difference: null } | { kind: 'contradiction'; difference: Difference });

/**
 * Minimum cosine similarities. They were tuned for the built-in embedding model with the tuning part of the labelled
 * pairs.
 */
const MIN_DUPLICATE_COSINE = 0.6;
const MIN_CONTRADICTION_COSINE = 0.5;
/** Minimum cosine similarity of statements that have a relation. */
export const MIN_COSINE = Math.min(MIN_DUPLICATE_COSINE, MIN_CONTRADICTION_COSINE);
/** Maximum terms of the statements of a contradiction. Longer texts say several things. */
const MAX_CONTRADICTION_TERMS = 40;

/**
 * Returns the relation of two statements, or null if they are unrelated or only related. A contradiction has exactly one
 * difference, because statements with several differences usually describe different things. Symmetric.
 *
 * @param cosine cosine similarity of their embeddings, 0..1
 * @see docs/reference/suggestions.md#classification
 */
export function classifyPair(a: Statement, b: Statement, cosine: number): Similarity | null {
  if (a.normalized === b.normalized) return duplicate(a.terms.length, 1);
  if (a.isTruncated || b.isTruncated || a.mood !== b.mood || a.mood === 'question') return null;
  const longer = Math.max(a.terms.length, b.terms.length);
  if (longer === 0) return null;
  const { onlyA, onlyB } = partitionTerms(a.terms, b.terms);
  const shared = longer - Math.max(onlyA.length, onlyB.length);
  const overlap = shared / longer;
  const score = round((cosine + overlap) / 2);
  const difference = findDifference(a, b, onlyA, onlyB);
  if (difference === 'none') {
    return cosine >= MIN_DUPLICATE_COSINE ? duplicate(shared, score) : null;
  }
  if (difference === 'other' || cosine < MIN_CONTRADICTION_COSINE || longer > MAX_CONTRADICTION_TERMS)
    return null;
  return { kind: 'contradiction', difference, sharedTerms: shared, score };
}

const duplicate = (sharedTerms: number, score: number): Similarity => ({
  kind: 'duplicate',
  difference: null,
  sharedTerms,
  score,
});

const round = (score: number): number => Math.round(score * 1e4) / 1e4;

interface Remainder {
  onlyA: readonly Term[];
  onlyB: readonly Term[];
}

/** Returns the terms that only one of the statements has. A repeated term counts as often as it occurs. */
function partitionTerms(a: readonly Term[], b: readonly Term[]): Remainder {
  const onlyB = [...b];
  const onlyA = a.filter((term) => {
    const found = onlyB.findIndex((other) => isSameTerm(term, other));
    if (found === -1) return true;
    onlyB.splice(found, 1);
    return false;
  });
  return { onlyA, onlyB };
}

const isSameTerm = (a: Term, b: Term): boolean =>
  a.quantity && b.quantity
    ? isSameQuantity(a.quantity, b.quantity)
    : a.key === b.key && !a.quantity && !b.quantity;

/**
 * Returns the only difference of two statements: `none` if they say the same, or `other` if they have several differences
 * or one that is not known to exclude the other statement.
 */
function findDifference(
  a: Statement,
  b: Statement,
  onlyA: readonly Term[],
  onlyB: readonly Term[],
): Difference | 'none' | 'other' {
  const isNegationReversed = a.isNegated !== b.isNegated;
  if (onlyA.length === 0 && onlyB.length === 0) {
    if (isNegationReversed) return 'negation';
    return isOrderReversed(a.terms, b.terms) ? 'order' : 'none';
  }
  if (onlyA.length === 0 || onlyB.length === 0) {
    const extra = [...onlyA, ...onlyB];
    if (
      extra.length > maxExtraTerms(a, b) ||
      extra.some(({ quantity }) => quantity && quantity.value !== '1')
    )
      return 'other';
    return isNegationReversed ? 'negation' : 'none';
  }
  const [termA, termB] = [onlyA[0]!, onlyB[0]!];
  if (onlyA.length === 1 && onlyB.length === 1) {
    if (termA.quantity && termB.quantity) {
      if (isNegationReversed || !areComparable(termA.quantity, termB.quantity)) return 'other';
      if (namesObject(a.terms, termA) || namesObject(b.terms, termB)) return 'other';
      return termA.quantity.kind === 'number' ? 'number' : 'date';
    }
    const prefixed = isNegatedForm(termA.word, termB.word) || isNegatedForm(termB.word, termA.word);
    if (prefixed) return isNegationReversed ? 'none' : 'antonym';
    if (areAntonyms(termA, termB)) return isNegationReversed ? 'other' : 'antonym';
  }
  return !isNegationReversed && isOtherValue(a, b) ? 'value' : 'other';
}

/** Longer statements may have one more term, such as an adjective, and still say nearly the same. */
const maxExtraTerms = (a: Statement, b: Statement): number =>
  Math.min(a.terms.length, b.terms.length) >= 4 ? 1 : 0;

/** Returns true for a number that names an object, as in "issue 12 is fixed". */
function namesObject(terms: readonly Term[], term: Term): boolean {
  const at = terms.indexOf(term);
  const isLast = at === terms.length - 1;
  return !isLast && NUMBERED_NOUN_KEYS.has(terms[at - 1]?.key ?? '') && term.links.length === 0;
}

const NUMBERED_NOUN_KEYS = new Set([...NUMBERED_NOUNS].map(toKey));
const ANTONYM_KEYS = new Set(
  ANTONYMS.flatMap(([first, second]) => [
    `${toKey(first)} ${toKey(second)}`,
    `${toKey(second)} ${toKey(first)}`,
  ]),
);

const areAntonyms = (a: Term, b: Term): boolean => ANTONYM_KEYS.has(`${a.key} ${b.key}`);

/** Returns true for pairs such as "unstable" and "stable". */
const isNegatedForm = (word: string, positive: string): boolean =>
  positive.length >= 4 &&
  ['un', 'in', 'im', 'il', 'ir', 'dis', 'non'].some((prefix) => word === prefix + positive);
