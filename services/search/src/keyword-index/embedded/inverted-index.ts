import { growArray } from '../../embedded-storage/grow-array.ts';
import type { OrdinalSet } from '../../embedded-storage/ordinal-set.ts';
import { PostingLists } from './posting-lists.ts';
import { forEachTermFrequency } from './term-frequencies.ts';
import { idfOf } from '../idf.ts';
import { isSharedTerm, scoreTerms } from '../shared-terms.ts';
import { isStopTerm } from './stop-terms.ts';
import type { TermHash } from './term-hash.ts';

// The BM25 parameters that Lucene and SQLite use.
const K1 = 1.2;
const B = 0.75;

/** An inverted index with BM25 scoring. */
export class InvertedIndex {
  readonly #lists = new PostingLists();
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
    return this.#lists.sizeBytes + perItem;
  }

  /**
   * Adds an item. Each ordinal can be added once.
   *
   * @param row contains the encoded term frequencies of the item, from `start` to its end
   */
  add(ordinal: number, row: Uint8Array, start: number): void {
    let textLength = 0;
    forEachTermFrequency(row, start, (low, high, frequency) => {
      this.#lists.add(low, high, ordinal, frequency);
      textLength += frequency;
    });
    this.#textLength = growArray(this.#textLength, ordinal + 1);
    this.#textLength[ordinal] = textLength;
    this.#liveTextLength += textLength;
    this.#liveCount++;
  }

  /** Removes an item from the statistics. Its scores are undefined afterwards. Parameters as in `add`. */
  remove(ordinal: number, row: Uint8Array, start: number): void {
    forEachTermFrequency(row, start, (low, high) => this.#lists.remove(low, high));
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
    const textLength = this.#textLength;
    const lengthFactor = this.#lengthFactor;
    const constant = K1 * (1 - B);
    for (const { low, high } of terms) {
      const term = this.#lists.find(low, high);
      if (term === undefined || this.#lists.documentFrequency(term) === 0) continue;
      const weight = this.#idf(term) * (K1 + 1);
      const postings = this.#lists.postings(term);
      for (let i = 0; i < postings.length; i++) {
        const posting = postings[i]!;
        const ordinal = posting >>> 8;
        const frequency = posting & 0xff;
        scores[ordinal]! +=
          (weight * frequency) / (frequency + constant + lengthFactor * textLength[ordinal]!);
      }
    }
    return scores;
  }

  /** Computes the BM25 score of each candidate, by position, 0 without a match. */
  scoreCandidates(terms: Iterable<TermHash>, candidates: OrdinalSet): Float64Array {
    const scores = new Float64Array(candidates.size);
    for (const { low, high } of terms) {
      const term = this.#lists.find(low, high);
      if (term === undefined) continue;
      const postings = this.#lists.postings(term);
      for (let i = 0; i < postings.length; i++) {
        const ordinal = postings[i]! >>> 8;
        const position = candidates.positionOf(ordinal);
        if (position !== -1) scores[position]! += this.#weight(term, ordinal, postings[i]! & 0xff);
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
    const seeds = rows.map(({ row, start, weight }) => ({ terms: this.#sharedTermsOf(row, start), weight }));
    const termScores = scoreTerms(seeds, this.#liveCount, (term: number) =>
      this.#lists.documentFrequency(term),
    );
    for (const [term, score] of termScores) {
      const postings = this.#lists.postings(term);
      for (let i = 0; i < postings.length; i++) {
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
      const term = this.#lists.find(low, high);
      if (term === undefined || !isSharedTerm(this.#lists.documentFrequency(term), this.#liveCount)) return;
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
    const term = this.#lists.find(low, high);
    return term === undefined
      ? { idf: 0, weight: 0 }
      : { idf: this.#idf(term), weight: this.#weight(term, ordinal, frequency) };
  }

  /** Returns the inverse document frequency of a term, also of one that no item contains. */
  idf({ low, high }: TermHash): number {
    const term = this.#lists.find(low, high);
    return idfOf(term === undefined ? 0 : this.#lists.documentFrequency(term), this.#liveCount);
  }

  get #lengthFactor(): number {
    return (K1 * B * this.#liveCount) / Math.max(1, this.#liveTextLength);
  }

  #idf(term: number): number {
    return idfOf(this.#lists.documentFrequency(term), this.#liveCount);
  }

  /** Returns the part of the BM25 score of an item that comes from a term. */
  #weight(term: number, ordinal: number, frequency: number): number {
    const norm = K1 * (1 - B) + this.#lengthFactor * this.#textLength[ordinal]!;
    return (this.#idf(term) * (K1 + 1) * frequency) / (frequency + norm);
  }
}
