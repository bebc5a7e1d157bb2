import { growArray } from '../../embedded-storage/grow-array.ts';
import { TermDictionary } from './term-dictionary.ts';

/** Maximum number of ordinals. A posting consists of an ordinal of 24 bits and a frequency of 8 bits. */
export const MAX_ORDINALS = 0x1000000;

/**
 * The posting lists of an index: for each term, the ordinals of the items that contain it. The posting list of a term is a
 * contiguous block of one large array. A full list moves to a block of twice the size. Postings of removed items stay in the
 * lists, without effect on the document frequencies, until the tenant is loaded again.
 */
export class PostingLists {
  readonly #terms = new TermDictionary();
  #postings = new Uint32Array(4096);
  #postingsLength = 0;
  /** Offsets of unused blocks by the base-2 logarithm of their size. */
  readonly #freeBlocks: number[][] = [];
  // Per term: offset and length of the posting list, and the number of live items that contain the term.
  #listStart = new Uint32Array(1024);
  #listLength = new Uint32Array(1024);
  #documentFrequency = new Uint32Array(1024);

  get sizeBytes(): number {
    return this.#terms.sizeBytes + this.#postings.byteLength + 3 * this.#listStart.byteLength;
  }

  /** Adds a posting of a term. Returns the number of the term. */
  add(low: number, high: number, ordinal: number, frequency: number): number {
    const term = this.#terms.getOrAdd(low, high);
    this.#append(term, ordinal * 256 + frequency);
    this.#documentFrequency[term]!++;
    return term;
  }

  /** Removes an item from the document frequency of a term that it contains. Returns the number of the term. */
  remove(low: number, high: number): number {
    const term = this.#terms.getOrAdd(low, high);
    this.#documentFrequency[term]!--;
    return term;
  }

  /** Returns the number of a term, or undefined if no item ever contained it. */
  find(low: number, high: number): number | undefined {
    return this.#terms.find(low, high);
  }

  /** Returns the number of items that contain a term. @param term result of {@link find} */
  documentFrequency(term: number): number {
    return this.#documentFrequency[term]!;
  }

  /**
   * Returns the postings of a term: the ordinal in the upper 24 bits, and the frequency in the lower 8 bits. Valid until the next
   * write.
   */
  postings(term: number): Uint32Array {
    const start = this.#listStart[term]!;
    return this.#postings.subarray(start, start + this.#listLength[term]!);
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
