import { toKey } from './statement.ts';
import type { Term } from './statement.ts';
import { CONNECTORS, COPULAS, SYMMETRIC_VERBS } from './word-lists.ts';

/**
 * Returns true if two statements with the same terms exchange the sides of a verb or a connector, such as "tea to coffee"
 * and "coffee to tea". A passive sentence exchanges the sides without changing the meaning.
 */
export function isOrderReversed(a: readonly Term[], b: readonly Term[]): boolean {
  if (isPassive(a) !== isPassive(b)) return false;
  const keysA = a.map(toText);
  const keysB = b.map(toText);
  if (keysA.some((key) => SYMMETRIC_KEYS.has(key))) return false;
  let start = 0;
  while (start < keysA.length && keysA[start] === keysB[start]) start++;
  let end = keysA.length;
  while (end > start && keysA[end - 1] === keysB[end - 1]) end--;
  if (end - start < 2) return false;
  return (
    exchangesAtConnector(a.slice(start, end), b.slice(start, end)) ||
    exchangesAtVerb(keysA.slice(start, end), keysB.slice(start, end))
  );
}

const SYMMETRIC_KEYS = new Set([...SYMMETRIC_VERBS].map(toKey));

const toText = ({ key, quantity }: Term): string =>
  quantity ? `${quantity.kind} ${quantity.value} ${quantity.unit}` : key;

const isPassive = (terms: readonly Term[]): boolean =>
  terms.some(({ links }) => links.includes('by')) &&
  terms.some(({ links }) => links.some((link) => COPULAS.has(link)));

/** Returns true if both have one connector, and the terms before it are those after it in the other. */
function exchangesAtConnector(a: readonly Term[], b: readonly Term[]): boolean {
  const [atA, atB] = [connectorsOf(a), connectorsOf(b)];
  if (atA.length !== 1 || atB.length !== 1 || atA[0]!.word !== atB[0]!.word) return false;
  const keysA = a.map(toText);
  const keysB = b.map(toText);
  const [splitA, splitB] = [atA[0]!.at, atB[0]!.at];
  return (
    isSameSequence(keysA.slice(0, splitA), keysB.slice(splitB)) &&
    isSameSequence(keysA.slice(splitA), keysB.slice(0, splitB))
  );
}

/** Returns the connectors between the terms, with the index of the term that follows. */
const connectorsOf = (terms: readonly Term[]): { word: string; at: number }[] =>
  terms.flatMap(({ links }, at) => {
    const word = at === 0 ? undefined : links.find((link) => CONNECTORS.has(link));
    return word === undefined ? [] : [{ word, at }];
  });

/** Returns true if a term has the same neighbors as in the other statement, but on the opposite sides. */
const exchangesAtVerb = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((verb, atA) => {
    const atB = b.indexOf(verb);
    if (atA === 0 || atA === a.length - 1 || atB === -1) return false;
    return (
      isSameSequence(a.slice(0, atA), b.slice(atB + 1)) && isSameSequence(a.slice(atA + 1), b.slice(0, atB))
    );
  });

const isSameSequence = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((key, i) => key === b[i]);
