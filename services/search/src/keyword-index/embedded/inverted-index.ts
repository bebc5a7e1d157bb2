import { growArray } from '../../embedded-storage/grow-array.ts';
import type { OrdinalSet } from '../../embedded-storage/ordinal-set.ts';
import { TermDictionary } from './term-dictionary.ts';
import { forEachTermFrequency } from './term-frequencies.ts';
import { idfOf } from '../idf.ts';
import { isSharedTerm, scoreTerms } from '../shared-terms.ts';
import { isStopTerm } from './stop-terms.ts';
import type { TermHash } from './term-hash.ts';

/** Maximum number of ordinals. A posting consists of an ordinal of 24 bits and a term frequency of 8 bits. */
export const MAX_ORDINALS = 0x1000000;

// The BM25 parameters that Lucene and SQLite use.
const K1 = 1.2;
const B = 0.75;

/**
 * An inverted index with BM25 scoring. The posting list of a term is a contiguous block of one large array. A
 * full list moves to a block of twice the size. Postings of removed items stay in the lists, without effect
 * on the statistics, until the tenant is loaded again.
 */
export class InvertedIndex {
  readonly #terms = new TermDictionary();
  #postings = new Uint32Array(4096);
  #postingsLength = 0;
  /** Offsets of unused blocks by the base-2 logarithm of their size. */
  readonly #freeBlocks: number[][] = [];
  // Per term: offset and length of the posting list, and the number of live items that contain the term.
  #listStart = new Uint32Array(1024);
  #listLength = new Uint32Array(1024);
  #documentFrequency = new Uint32Array(1024);
  /** Number of terms in the text of each item, repetitions included. */
  #textLength = new Uint32Array(256);
  #liveCount = 0;
  #liveTextLength = 0;
  #scores = new Float32Array(256);

  /** Number of items added and not removed. */
  get size(): number {
    return this.#liveCount;
  }

  get sizeBytes(): number {
    const perItem = this.#textLength.byteLength + this.#scores.byteLength;
    return this.#terms.sizeBytes + this.#postings.byteLength + 3 * this.#listStart.byteLength + perItem;
  }

  /**
   * Adds an item. Each ordinal can be added once.
   *
   * @param row contains the encoded term frequencies of the item, from `start` to its end
   */
  add(ordinal: number, row: Uint8Array, start: number): void {
    let textLength = 0;
    forEachTermFrequency(row, start, (low, high, frequency) => {
      const term = this.#terms.getOrAdd(low, high);
      this.#append(term, ordinal * 256 + frequency);
      this.#documentFrequency[term]!++;
      textLength += frequency;
    });
    this.#textLength = growArray(this.#textLength, ordinal + 1);
    this.#textLength[ordinal] = textLength;
    this.#liveTextLength += textLength;
    this.#liveCount++;
  }

  /** Removes an item from the statistics. Its scores are undefined afterwards. Parameters as in `add`. */
  remove(ordinal: number, row: Uint8Array, start: number): void {
    forEachTermFrequency(row, start, (low, high) => {
      this.#documentFrequency[this.#terms.getOrAdd(low, high)]!--;
    });
    this.#liveTextLength -= this.#textLength[ordinal]!;
    this.#liveCount--;
  }

  /**
   * Computes the BM25 score of every ordinal below `length`. Items that contain none of the terms score 0.
   *
   * @returns an array by ordinal, which the next call overwrites
   * @see Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"
   */
  score(terms: Iterable<TermHash>, length: number): Float32Array {
    if (this.#scores.length < length) this.#scores = new Float32Array(Math.ceil(length * 1.25));
    const scores = this.#scores.subarray(0, length).fill(0);
    const postings = this.#postings;
    const textLength = this.#textLength;
    const lengthFactor = this.#lengthFactor;
    const constant = K1 * (1 - B);
    for (const { low, high } of terms) {
      const term = this.#terms.find(low, high);
      if (term === undefined || this.#documentFrequency[term] === 0) continue;
      const weight = this.#idf(term) * (K1 + 1);
      const start = this.#listStart[term]!;
      const end = start + this.#listLength[term]!;
      for (let i = start; i < end; i++) {
        const posting = postings[i]!;
        const ordinal = posting >>> 8;
        const frequency = posting & 0xff;
        scores[ordinal]! +=
          (weight * frequency) / (frequency + constant + lengthFactor * textLength[ordinal]!);
      }
    }
    return scores;
  }

  /**
   * Computes how much each candidate has in common with other items, by the rare terms that they share.
   *
   * @param rows rows of the other items: the encoded term frequencies, from `start` to the end of `row`
   * @returns the scores by position in `candidates`, 0 without a shared term
   * @see docs/reference/search.md#shared-terms
   */
  scoreSharedTerms(
    rows: readonly { row: Uint8Array; start: number; weight: number }[],
    candidates: OrdinalSet,
  ): Float64Array {
    const scores = new Float64Array(candidates.size);
    const postings = this.#postings;
    const seeds = rows.map(({ row, start, weight }) => ({ terms: this.#sharedTermsOf(row, start), weight }));
    const termScores = scoreTerms(seeds, this.#liveCount, (term) => this.#documentFrequency[term]!);
    for (const [term, score] of termScores) {
      const start = this.#listStart[term]!;
      const end = start + this.#listLength[term]!;
      for (let i = start; i < end; i++) {
        const position = candidates.positionOf(postings[i]! >>> 8);
        if (position !== -1) scores[position]! += score;
      }
    }
    return scores;
  }

  /** Returns the terms of a row that connect items. */
  #sharedTermsOf(row: Uint8Array, start: number): number[] {
    const terms: number[] = [];
    forEachTermFrequency(row, start, (low, high) => {
      const term = this.#terms.find(low, high);
      if (term === undefined || !isSharedTerm(this.#documentFrequency[term]!, this.#liveCount)) return;
      if (!isStopTerm(low, high)) terms.push(term);
    });
    return terms;
  }

  /** The number of terms in the text of an item, repetitions included. */
  textLength(ordinal: number): number {
    return this.#textLength[ordinal]!;
  }

  /**
   * Computes the part of the BM25 score of an item that comes from one of its terms.
   *
   * @param frequency number of occurrences of the term in the item
   */
  explain({ low, high }: TermHash, ordinal: number, frequency: number): { idf: number; weight: number } {
    const term = this.#terms.find(low, high);
    const idf = term === undefined ? 0 : this.#idf(term);
    const norm = K1 * (1 - B) + this.#lengthFactor * this.#textLength[ordinal]!;
    return { idf, weight: (idf * (K1 + 1) * frequency) / (frequency + norm) };
  }

  /** Returns the inverse document frequency of a term, also of one that no item contains. */
  idf({ low, high }: TermHash): number {
    const term = this.#terms.find(low, high);
    return idfOf(term === undefined ? 0 : this.#documentFrequency[term]!, this.#liveCount);
  }

  /** Returns true if a term connects the items that contain it. */
  isShared({ low, high }: TermHash): boolean {
    const term = this.#terms.find(low, high);
    return term !== undefined && isSharedTerm(this.#documentFrequency[term]!, this.#liveCount);
  }

  get #lengthFactor(): number {
    return (K1 * B * this.#liveCount) / Math.max(1, this.#liveTextLength);
  }

  #idf(term: number): number {
    return idfOf(this.#documentFrequency[term]!, this.#liveCount);
  }

  #append(term: number, posting: number): void {
    if (term >= this.#listStart.length) {
      this.#listStart = growArray(this.#listStart, term + 1);
      this.#listLength = growArray(this.#listLength, term + 1);
      this.#documentFrequency = growArray(this.#documentFrequency, term + 1);
    }
    const length = this.#listLength[term]!;
    // Block sizes are powers of two, so a list is full when its length is zero or a power of two.
    if ((length & (length - 1)) === 0) this.#moveToLargerBlock(term, length);
    this.#postings[this.#listStart[term]! + length] = posting;
    this.#listLength[term] = length + 1;
  }

  #moveToLargerBlock(term: number, length: number): void {
    const sizeLog2 = length === 0 ? 0 : 32 - Math.clz32(length);
    const start = this.#allocateBlock(sizeLog2);
    if (length > 0) {
      const old = this.#listStart[term]!;
      this.#postings.copyWithin(start, old, old + length);
      (this.#freeBlocks[sizeLog2 - 1] ??= []).push(old);
    }
    this.#listStart[term] = start;
  }

  #allocateBlock(sizeLog2: number): number {
    const free = this.#freeBlocks[sizeLog2]?.pop();
    if (free !== undefined) return free;
    const start = this.#postingsLength;
    this.#postingsLength += 2 ** sizeLog2;
    this.#postings = growArray(this.#postings, this.#postingsLength);
    return start;
  }
}
