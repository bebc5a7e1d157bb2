import { toKey } from './statement.ts';
import type { Statement, Term } from './statement.ts';
import {
  COLORS,
  COPULAS,
  EXCLUSIVE_ATTRIBUTES,
  EXCLUSIVE_PARTICIPLES,
  EXCLUSIVE_ROLES,
  EXCLUSIVE_VERBS,
} from './word-lists.ts';

/** Maximum terms of a value, such as a name. */
const MAX_VALUE_TERMS = 3;

/**
 * Returns true if two statements give different values to one attribute of one subject, where the attribute has only one
 * value, such as "lives in London" and "lives in Paris".
 */
export function isOtherValue(a: Statement, b: Statement): boolean {
  const { start, endA, endB } = alignTerms(a.terms, b.terms);
  const valueA = a.terms.slice(start, endA);
  const valueB = b.terms.slice(start, endB);
  if (start === 0 || ![valueA, valueB].every(isValue)) return false;
  return isExclusive(a, start, valueA, valueB) && isExclusive(b, start, valueB, valueA);
}

/** Returns the lengths of the common beginning and the starts of the common end. */
function alignTerms(a: readonly Term[], b: readonly Term[]): { start: number; endA: number; endB: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && isSameKey(a[start]!, b[start]!)) start++;
  let common = 0;
  while (common < shorter - start && isSameKey(a[a.length - 1 - common]!, b[b.length - 1 - common]!))
    common++;
  return { start, endA: a.length - common, endB: b.length - common };
}

const isSameKey = (a: Term, b: Term): boolean =>
  a.key === b.key && a.quantity?.value === b.quantity?.value && a.quantity?.unit === b.quantity?.unit;

const isValue = (terms: readonly Term[]): boolean =>
  terms.length >= 1 && terms.length <= MAX_VALUE_TERMS && terms.every(({ quantity }) => quantity === null);

function isExclusive(
  { terms, hasPronounSubject }: Statement,
  start: number,
  value: readonly Term[],
  otherValue: readonly Term[],
): boolean {
  const verb = terms[start - 1]!;
  const { links } = value[0]!;
  const verbLinks = VERBS.get(verb.key);
  if (verbLinks && (start >= 2 || hasPronounSubject)) return allows(verbLinks, links);
  const participleLinks = PARTICIPLES.get(verb.key);
  if (participleLinks && start >= 2 && hasCopula(verb.links)) return allows(participleLinks, links);
  if (!hasCopula(links)) return false;
  const subject = terms.slice(0, start);
  if (subject.some(({ key }) => ATTRIBUTES.has(key))) return true;
  const isRole = subject.some(({ key }) => ROLES.has(key));
  return (isRole && isName(value) && isName(otherValue)) || (isColor(value) && isColor(otherValue));
}

const allows = (allowed: ReadonlySet<string>, links: readonly string[]): boolean =>
  allowed.size === 0 || links.some((link) => allowed.has(link));

const hasCopula = (links: readonly string[]): boolean => links.some((link) => COPULAS.has(link));

const isName = (value: readonly Term[]): boolean => value.some((term) => term.isName);

const isColor = (value: readonly Term[]): boolean => value.length === 1 && COLORS.has(value[0]!.word);

const byKey = (verbs: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Array.from(verbs, ([verb, links]) => [toKey(verb), links]));

const VERBS = byKey(EXCLUSIVE_VERBS);
const PARTICIPLES = byKey(EXCLUSIVE_PARTICIPLES);
const ROLES = new Set([...EXCLUSIVE_ROLES].map(toKey));
const ATTRIBUTES = new Set([...EXCLUSIVE_ATTRIBUTES].map(toKey));
