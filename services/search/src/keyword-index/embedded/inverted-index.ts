import { growArray } from '../../embedded-storage/grow-array.ts';
import { forEachTermFrequency } from './term-frequencies.ts';
import type { TermHash } from './term-hash.ts';
import { TermDictionary } from './term-dictionary.ts';

/** A posting holds the slot in 24 bits and the occurrences, up to 255, in 8. */
export const MAX_ORDINALS = 0x1000000;

// The values of Robertson and Zaragoza 2009 that Lucene and SQLite use as well.
const K1 = 1.2;
const B = 0.75;

/**
 * Which items hold which terms: for each term its postings in one run of a large array, moved to
 * a run of twice the size when it is full. Removed items stay in the runs, uncounted, until the index is loaded anew.
 */
export class InvertedIndex {
  readonly #terms = new TermDictionary();
  #runs = new Uint32Array(4096);
  #runsLength = 0;
  // Free runs by the power of two of their size.
  readonly #freeRuns: number[][] = [];
  // By term.
  #start = new Uint32Array(1024);
  #length = new Uint32Array(1024);
  #liveItems = new Uint32Array(1024);
  // By slot: how many terms its text has, repetitions included.
  #textLength = new Uint32Array(256);
  #liveCount = 0;
  #liveTextLength = 0;
  #scores = new Float32Array(256);

  /** Items added and not removed. */
  get size(): number {
    return this.#liveCount;
  }

  get sizeBytes(): number {
    const bySlot = this.#textLength.byteLength + this.#scores.byteLength;
    return this.#terms.sizeBytes + this.#runs.byteLength + 3 * this.#start.byteLength + bySlot;
  }

  /**
   * Takes an item in; each slot once.
   *
   * @param bytes holds its term counts from `start` on
   */
  add(slot: number, bytes: Uint8Array, start: number): void {
    let textLength = 0;
    forEachTermFrequency(bytes, start, (low, high, count) => {
      const term = this.#terms.getOrAdd(low, high);
      this.#append(term, slot * 256 + count);
      this.#liveItems[term]!++;
      textLength += count;
    });
    this.#textLength = growArray(this.#textLength, slot + 1);
    this.#textLength[slot] = textLength;
    this.#liveTextLength += textLength;
    this.#liveCount++;
  }

  /** Takes the item's terms out of the statistics; its scores are void from now on. Parameters as in `add`. */
  remove(slot: number, bytes: Uint8Array, start: number): void {
    forEachTermFrequency(bytes, start, (low, high) => {
      this.#liveItems[this.#terms.getOrAdd(low, high)]!--;
    });
    this.#liveTextLength -= this.#textLength[slot]!;
    this.#liveCount--;
  }

  /**
   * BM25 of every slot below `length`, 0 where no term occurs. The array is overwritten by the next call.
   *
   * @see Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"
   */
  score(terms: Iterable<TermHash>, length: number): Float32Array {
    if (this.#scores.length < length) this.#scores = new Float32Array(Math.ceil(length * 1.25));
    const scores = this.#scores.subarray(0, length).fill(0);
    const perLength = (K1 * B * this.#liveCount) / Math.max(1, this.#liveTextLength);
    const constant = K1 * (1 - B);
    for (const { low, high } of terms) {
      const term = this.#terms.find(low, high);
      if (term === undefined || this.#liveItems[term] === 0) continue;
      const weight = this.#rarity(term) * (K1 + 1);
      const start = this.#start[term]!;
      const end = start + this.#length[term]!;
      const runs = this.#runs;
      const textLength = this.#textLength;
      for (let i = start; i < end; i++) {
        const posting = runs[i]!;
        const slot = posting >>> 8;
        const count = posting & 0xff;
        scores[slot]! += (weight * count) / (count + constant + perLength * textLength[slot]!);
      }
    }
    return scores;
  }

  /** The logarithm of how much rarer than half of the items; a little above 0 for what most items hold. */
  #rarity(term: number): number {
    const items = this.#liveItems[term]!;
    return Math.max(1e-6, Math.log((this.#liveCount - items + 0.5) / (items + 0.5)));
  }

  #append(term: number, posting: number): void {
    if (term >= this.#start.length) {
      this.#start = growArray(this.#start, term + 1);
      this.#length = growArray(this.#length, term + 1);
      this.#liveItems = growArray(this.#liveItems, term + 1);
    }
    const length = this.#length[term]!;
    // Runs have the sizes 1, 2, 4...: one is full when its length is a power of two.
    if ((length & (length - 1)) === 0) this.#move(term, length);
    this.#runs[this.#start[term]! + length] = posting;
    this.#length[term] = length + 1;
  }

  #move(term: number, length: number): void {
    const power = length === 0 ? 0 : 32 - Math.clz32(length);
    const start = this.#takeRun(power);
    if (length > 0) {
      const old = this.#start[term]!;
      this.#runs.copyWithin(start, old, old + length);
      (this.#freeRuns[power - 1] ??= []).push(old);
    }
    this.#start[term] = start;
  }

  #takeRun(power: number): number {
    const free = this.#freeRuns[power]?.pop();
    if (free !== undefined) return free;
    const start = this.#runsLength;
    this.#runsLength += 2 ** power;
    this.#runs = growArray(this.#runs, this.#runsLength);
    return start;
  }
}
