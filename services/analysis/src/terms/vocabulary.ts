import pluralize from 'pluralize';

/** What a memory offers to the analysis of its words. */
export interface TermSource {
  /** As `extractRuns` made them, in reading order. */
  runs: readonly (readonly string[])[];
}

export interface Term {
  /** The most frequent way in which it was written, e.g. `support groups`. */
  label: string;
  /** Of how many of the analysed memories it is part. */
  memoryCount: number;
}

export interface Vocabulary {
  terms: readonly Term[];
  /** Per memory, in the order given: the distinct terms in it, as indexes into `terms`. */
  termsOfMemory: readonly Int32Array[];
}

/** A pair of words is a phrase once it is met in this many memories… */
const MIN_PHRASE_MEMORIES = 3;
/** …and whenever the rarer of its words is met at all, in this share the other one stands beside it. */
const MIN_PHRASE_SHARE = 0.4;

/**
 * The words and two-word phrases of some memories. Singular and plural are one term. A phrase takes the
 * place of its words: where "mental health" is said, neither "mental" nor "health" is counted.
 *
 * Costs time linear in the number of words.
 *
 * @param ignored words that are not counted, and that end a run as a stop word does
 */
export function buildVocabulary(
  sources: readonly TermSource[],
  ignored: ReadonlySet<string> = new Set(),
): Vocabulary {
  const runsOf = sources.map(({ runs }) => (ignored.size === 0 ? runs : splitAt(runs, ignored)));
  const keyed = runsOf.map((runs) => runs.map((run) => run.map(toKey)));
  const isPhrase = findPhrases(keyed);

  const indexOf = new Map<string, number>();
  const counts: number[] = [];
  const labels: Map<string, number>[] = [];
  const termsOfMemory = runsOf.map((runs, memory) => {
    const found = new Set<number>();
    runs.forEach((run, runIndex) => {
      const keys = keyed[memory]![runIndex]!;
      for (let at = 0; at < keys.length; at++) {
        const pair = at + 1 < keys.length ? `${keys[at]} ${keys[at + 1]}` : undefined;
        const phrase = pair !== undefined && isPhrase(pair);
        const key = phrase ? pair : keys[at]!;
        const label = phrase ? `${run[at]} ${run[at + 1]}` : run[at]!;
        if (phrase) at += 1;
        let index = indexOf.get(key);
        if (index === undefined) {
          index = counts.push(0) - 1;
          indexOf.set(key, index);
          labels.push(new Map());
        }
        labels[index]!.set(label, (labels[index]!.get(label) ?? 0) + 1);
        found.add(index);
      }
    });
    for (const index of found) counts[index]! += 1;
    return Int32Array.from(found);
  });
  const terms = counts.map((memoryCount, index) => ({ label: mostFrequent(labels[index]!), memoryCount }));
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

const keys = new Map<string, string>();

/** One key for a word in singular and plural. It need not be a word: "paris" may become "pari". */
export function toKey(word: string): string {
  let key = keys.get(word);
  if (key === undefined) {
    key = pluralize.singular(word);
    // A bound on memory, not a cache policy: words of all tenants pass here.
    if (keys.size >= 50_000) keys.clear();
    keys.set(word, key);
  }
  return key;
}

function findPhrases(keyed: readonly (readonly (readonly string[])[])[]): (pair: string) => boolean {
  const wordCounts = new Map<string, number>();
  const pairCounts = new Map<string, number>();
  for (const runs of keyed) {
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
    if (count < MIN_PHRASE_MEMORIES) continue;
    const [first, second] = pair.split(' ') as [string, string];
    if (count >= MIN_PHRASE_SHARE * Math.min(wordCounts.get(first)!, wordCounts.get(second)!))
      phrases.add(pair);
  }
  return (pair) => phrases.has(pair);
}

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
