import { createTimeSlice, mapInSlices } from '@loci/async';
import type { TimeSlice } from '@loci/async';
import pluralize from 'pluralize';

/** Content words and tags of a memory or document chunk. */
export interface TermSource {
  /** Normalized tags. Absent for document chunks. */
  tags?: readonly string[];
  /** Runs of content words, see `extractRuns`. */
  runs: readonly (readonly string[])[];
}

export interface Term {
  /** Most frequent spelling of the term, for example `support groups`. */
  label: string;
  /** Document frequency: number of memories that contain the term in their text or tags. */
  memoryCount: number;
  /** True if the term is a tag of at least one memory. */
  isTag: boolean;
}

export interface Vocabulary {
  /** Words and phrases in the order of their first occurrence. */
  terms: readonly Term[];
  /** Distinct terms of each memory, as indexes of `terms`. */
  termsOfMemory: readonly Int32Array[];
}

/** Minimum number of memories that contain a phrase. */
const MIN_PHRASE_MEMORIES = 3;
/** Minimum share of memories with a phrase among the memories with its rarer word. */
const MIN_PHRASE_SHARE = 0.4;

/**
 * Builds the vocabulary of words, two-word phrases and tags. Singular and plural are one term. An occurrence of a phrase
 * does not count as an occurrence of its words. A tag is the same term as the equal word or phrase.
 *
 * Takes time linear in the number of words, in time slices.
 *
 * @param sources content words of each memory, in the order of creation
 * @param ignored words that are treated as stop words
 * @param slice time slice of the caller
 */
export async function buildVocabulary(
  sources: readonly TermSource[],
  ignored: ReadonlySet<string> = new Set(),
  slice: TimeSlice = createTimeSlice(),
): Promise<Vocabulary> {
  const runsOf = await mapInSlices(
    sources,
    ({ runs }) => (ignored.size === 0 ? runs : splitAt(runs, ignored)),
    slice,
  );
  const keyed = await mapInSlices(runsOf, (runs) => runs.map((run) => run.map(toKey)), slice);
  const isPhrase = await findPhrases(keyed, slice);

  const indexOf = new Map<string, number>();
  const counts: number[] = [];
  const labels: Map<string, number>[] = [];
  const tagTerms = new Set<number>();
  const indexOfTerm = (key: string, label: string): number => {
    let index = indexOf.get(key);
    if (index === undefined) {
      index = counts.push(0) - 1;
      indexOf.set(key, index);
      labels.push(new Map());
    }
    labels[index]!.set(label, (labels[index]!.get(label) ?? 0) + 1);
    return index;
  };
  const toTerms = (runs: TermSource['runs'], memory: number): Int32Array => {
    const found = new Set<number>();
    runs.forEach((run, runIndex) => {
      const keys = keyed[memory]![runIndex]!;
      for (let at = 0; at < keys.length; at++) {
        const pair = at + 1 < keys.length ? `${keys[at]} ${keys[at + 1]}` : undefined;
        const phrase = pair !== undefined && isPhrase(pair);
        const key = phrase ? pair : keys[at]!;
        const label = phrase ? `${run[at]} ${run[at + 1]}` : run[at]!;
        if (phrase) at += 1;
        found.add(indexOfTerm(key, label));
      }
    });
    for (const tag of sources[memory]!.tags ?? []) {
      if (ignored.has(tag)) continue;
      const words = tag.split('-').filter((word) => word !== '');
      const index = indexOfTerm(words.map(toKey).join(' '), words.join(' '));
      tagTerms.add(index);
      found.add(index);
    }
    for (const index of found) counts[index]! += 1;
    return Int32Array.from(found);
  };
  const termsOfMemory = await mapInSlices(runsOf, toTerms, slice);
  const toTerm = (memoryCount: number, index: number): Term => ({
    label: mostFrequent(labels[index]!),
    memoryCount,
    isTag: tagTerms.has(index),
  });
  const terms = await mapInSlices(counts, toTerm, slice);
  return { terms, termsOfMemory };
}

function splitAt(runs: TermSource['runs'], ignored: ReadonlySet<string>): string[][] {
  return runs.flatMap((run) => {
    const parts: string[][] = [[]];
    for (const word of run) {
      if (ignored.has(word)) parts.push([]);
      else parts.at(-1)!.push(word);
    }
    return parts;
  });
}

const MAX_CACHED_KEYS = 50_000;
const keys = new Map<string, string>();

/** Returns the same key for the singular and plural of a word. The key is not always a word itself. */
export function toKey(word: string): string {
  let key = keys.get(word);
  if (key === undefined) {
    key = pluralize.singular(word);
    // Limits memory use. The cache contains words of all tenants.
    if (keys.size >= MAX_CACHED_KEYS) keys.clear();
    keys.set(word, key);
  }
  return key;
}

/** Finds phrases: pairs of adjacent words that often occur together. Returns a predicate for word pairs. */
async function findPhrases(
  keyed: readonly (readonly (readonly string[])[])[],
  slice: TimeSlice,
): Promise<(pair: string) => boolean> {
  const wordCounts = new Map<string, number>();
  const pairCounts = new Map<string, number>();
  for (const runs of keyed) {
    if (slice.isOver()) await slice.next();
    const words = new Set<string>();
    const pairs = new Set<string>();
    for (const run of runs) {
      for (const [at, word] of run.entries()) {
        words.add(word);
        if (at > 0 && run[at - 1] !== word) pairs.add(`${run[at - 1]} ${word}`);
      }
    }
    for (const word of words) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
    for (const pair of pairs) pairCounts.set(pair, (pairCounts.get(pair) ?? 0) + 1);
  }
  const phrases = new Set<string>();
  for (const [pair, count] of pairCounts) {
    if (slice.isOver()) await slice.next();
    if (count < MIN_PHRASE_MEMORIES) continue;
    const [first, second] = pair.split(' ') as [string, string];
    if (count >= MIN_PHRASE_SHARE * Math.min(wordCounts.get(first)!, wordCounts.get(second)!))
      phrases.add(pair);
  }
  return (pair) => phrases.has(pair);
}

/** Returns the most frequent label. Ties go to the alphabetically first label. */
function mostFrequent(labels: ReadonlyMap<string, number>): string {
  let best = '';
  let bestCount = 0;
  for (const [label, count] of labels) {
    if (count > bestCount || (count === bestCount && label < best)) {
      best = label;
      bestCount = count;
    }
  }
  return best;
}
