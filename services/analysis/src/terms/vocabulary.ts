import { createTimeSlice, mapInSlices } from '@loci/async';
import type { TimeSlice } from '@loci/async';
import { PairTable } from './pair-table.ts';
import { RUN_END, WordTable } from './word-table.ts';

/** Content words and tags of a memory or document chunk. */
export interface TermSource {
  /** Normalized tags. Absent for document chunks. */
  tags?: readonly string[];
  /** Runs of content words that `extractRuns` finds, as a result of `serializeRuns`. */
  runs: string;
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
  const table = new WordTable(ignored);
  const texts = await mapInSlices(sources, ({ runs }) => table.encode(runs), slice);
  const phrases = await findPhrases(texts, table, slice);
  const terms = new TermCollector(table, phrases);
  const toTerms = (text: Int32Array, memory: number): Int32Array => {
    const tags = (sources[memory]!.tags ?? []).filter((tag) => !ignored.has(tag));
    return terms.collect(text, tags);
  };
  const termsOfMemory = await mapInSlices(texts, toTerms, slice);
  if (slice.isOver()) await slice.next();
  return { terms: terms.terms(), termsOfMemory };
}

/** Collects the terms of memories. */
class TermCollector {
  readonly #table: WordTable;
  readonly #phrases: Phrases;
  readonly #memoryCounts: number[] = [];
  /** Number of the last memory that contains each term. */
  readonly #lastMemory: number[] = [];
  readonly #tagTerms = new Set<number>();
  #memory = 0;
  /** Term of each word key. Undefined for a key that only occurs in phrases. */
  readonly #termOfKey: (number | undefined)[] = [];
  /** Number of occurrences of each word outside of phrases. */
  readonly #wordCounts: number[] = [];
  /** Numbers of the words of each tag. */
  readonly #wordsOfTag = new Map<string, readonly number[]>();
  /** Terms of several words by key, with the number of occurrences of each spelling. */
  readonly #phraseTerms = new Map<string, { term: number; labels: Map<string, number> }>();

  constructor(table: WordTable, phrases: Phrases) {
    this.#table = table;
    this.#phrases = phrases;
  }

  /** Returns the distinct terms of the next memory, in the order of their first occurrence. */
  collect(text: Int32Array, tags: readonly string[]): Int32Array {
    const { keyOfWord } = this.#table;
    const found: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const word = text[at]!;
      if (word === RUN_END) continue;
      const next = text[at + 1]!;
      if (next !== RUN_END && this.#phrases.has(keyOfWord[word]!, keyOfWord[next]!)) {
        this.#add(this.#phraseTerm([word, next]), found);
        at += 1;
      } else this.#add(this.#wordTerm(word), found);
    }
    for (const tag of tags) {
      const words = this.#tagWords(tag);
      const term = words.length === 1 ? this.#wordTerm(words[0]!) : this.#phraseTerm(words);
      this.#tagTerms.add(term);
      this.#add(term, found);
    }
    this.#memory += 1;
    return Int32Array.from(found);
  }

  /** Returns all terms. */
  terms(): Term[] {
    const labels = this.#labels();
    return this.#memoryCounts.map((memoryCount, term) => ({
      label: labels[term]!,
      memoryCount,
      isTag: this.#tagTerms.has(term),
    }));
  }

  #tagWords(tag: string): readonly number[] {
    let words = this.#wordsOfTag.get(tag);
    if (words === undefined) {
      words = tag.split('-').flatMap((word) => (word === '' ? [] : this.#table.numberOf(word)));
      this.#wordsOfTag.set(tag, words);
    }
    return words;
  }

  #add(term: number, found: number[]): void {
    if (this.#lastMemory[term] === this.#memory) return;
    this.#lastMemory[term] = this.#memory;
    this.#memoryCounts[term]! += 1;
    found.push(term);
  }

  #newTerm(): number {
    this.#lastMemory.push(-1);
    return this.#memoryCounts.push(0) - 1;
  }

  #wordTerm(word: number): number {
    this.#wordCounts[word] = (this.#wordCounts[word] ?? 0) + 1;
    return (this.#termOfKey[this.#table.keyOfWord[word]!] ??= this.#newTerm());
  }

  #phraseTerm(words: readonly number[]): number {
    const { words: spellings, keyOfWord } = this.#table;
    const key = words.map((word) => keyOfWord[word]!).join(' ');
    const label = words.map((word) => spellings[word]!).join(' ');
    let phrase = this.#phraseTerms.get(key);
    if (phrase === undefined) {
      phrase = { term: this.#newTerm(), labels: new Map() };
      this.#phraseTerms.set(key, phrase);
    }
    phrase.labels.set(label, (phrase.labels.get(label) ?? 0) + 1);
    return phrase.term;
  }

  /** Returns the most frequent spelling of each term. Ties go to the alphabetically first spelling. */
  #labels(): string[] {
    const labels: string[] = [];
    const bestCounts: number[] = [];
    const consider = (term: number, label: string, count: number): void => {
      const best = bestCounts[term] ?? 0;
      if (count < best || (count === best && label > labels[term]!)) return;
      labels[term] = label;
      bestCounts[term] = count;
    };
    this.#wordCounts.forEach((count, word) => {
      consider(this.#termOfKey[this.#table.keyOfWord[word]!]!, this.#table.words[word]!, count);
    });
    for (const phrase of this.#phraseTerms.values()) {
      for (const [label, count] of phrase.labels) consider(phrase.term, label, count);
    }
    return labels;
  }
}

interface Phrases {
  /** Returns true if two adjacent words with these keys are a phrase. */
  has(first: number, second: number): boolean;
}

/** Finds phrases: pairs of adjacent words that often occur together. */
async function findPhrases(
  texts: readonly Int32Array[],
  { keyOfWord, keyCount }: WordTable,
  slice: TimeSlice,
): Promise<Phrases> {
  const wordCounts = new Int32Array(keyCount);
  const lastText = new Int32Array(keyCount).fill(-1);
  await mapInSlices(
    texts,
    (text, index) => {
      for (const word of text) {
        if (word === RUN_END) continue;
        const key = keyOfWord[word]!;
        if (lastText[key] === index) continue;
        lastText[key] = index;
        wordCounts[key]! += 1;
      }
    },
    slice,
  );
  // A phrase is at most as frequent as its words, so pairs with a rare word need no count.
  const canBePhrase = (first: number, second: number): boolean =>
    first !== second &&
    wordCounts[first]! >= MIN_PHRASE_MEMORIES &&
    wordCounts[second]! >= MIN_PHRASE_MEMORIES;
  const pairs = new PairTable();
  await mapInSlices(
    texts,
    (text, index) => {
      for (let at = 1; at < text.length; at++) {
        const previous = text[at - 1]!;
        const word = text[at]!;
        if (previous === RUN_END || word === RUN_END) continue;
        const first = keyOfWord[previous]!;
        const second = keyOfWord[word]!;
        if (canBePhrase(first, second)) pairs.add(first, second, index);
      }
    },
    slice,
  );
  return {
    has: (first, second) => {
      // Words that only occur in tags have no count.
      if (first >= keyCount || second >= keyCount || !canBePhrase(first, second)) return false;
      const count = pairs.count(first, second);
      return (
        count >= MIN_PHRASE_MEMORIES &&
        count >= MIN_PHRASE_SHARE * Math.min(wordCounts[first]!, wordCounts[second]!)
      );
    },
  };
}
