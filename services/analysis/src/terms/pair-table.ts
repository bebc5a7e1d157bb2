import { HASH_MULTIPLIER } from './hash-multiplier.ts';

const INITIAL_CAPACITY = 1_024;
const EMPTY = -1;

/**
 * Counts in how many documents each ordered pair of integers occurs. Implemented as an open-addressing hash
 * table in typed arrays, because a `Map` with strings as keys takes several times as long.
 */
export class PairTable {
  #capacity: number;
  #size = 0;
  #first: Int32Array;
  #second: Int32Array;
  #count: Int32Array;
  #lastDocument: Int32Array;

  /** @param capacity initial number of slots, a power of two */
  constructor(capacity = INITIAL_CAPACITY) {
    this.#capacity = capacity;
    this.#first = new Int32Array(capacity).fill(EMPTY);
    this.#second = new Int32Array(capacity);
    this.#count = new Int32Array(capacity);
    this.#lastDocument = new Int32Array(capacity);
  }

  /**
   * Counts an occurrence of a pair. Several occurrences in one document count once.
   *
   * @param first integer of at least 0
   * @param second integer of at least 0
   * @param document number of the document. The pairs of a document must be added consecutively.
   */
  add(first: number, second: number, document: number): void {
    let slot = this.#slotOf(first, second);
    if (this.#first[slot] === EMPTY) {
      if (2 * (this.#size + 1) > this.#capacity) {
        this.#grow();
        slot = this.#slotOf(first, second);
      }
      this.#size += 1;
      this.#first[slot] = first;
      this.#second[slot] = second;
    } else if (this.#lastDocument[slot] === document) return;
    this.#lastDocument[slot] = document;
    this.#count[slot]! += 1;
  }

  /** Returns the number of documents that contain a pair. */
  count(first: number, second: number): number {
    return this.#count[this.#slotOf(first, second)]!;
  }

  /** Returns the slot of a pair, or the empty slot in which to insert it. */
  #slotOf(first: number, second: number): number {
    const mask = this.#capacity - 1;
    const hash = Math.imul(Math.imul(first + 1, HASH_MULTIPLIER) ^ second, HASH_MULTIPLIER);
    for (let slot = (hash ^ (hash >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      if (this.#first[slot] === EMPTY) return slot;
      if (this.#first[slot] === first && this.#second[slot] === second) return slot;
    }
  }

  #grow(): void {
    const larger = new PairTable(this.#capacity * 2);
    for (let slot = 0; slot < this.#capacity; slot++) {
      const first = this.#first[slot]!;
      if (first === EMPTY) continue;
      const target = larger.#slotOf(first, this.#second[slot]!);
      larger.#first[target] = first;
      larger.#second[target] = this.#second[slot]!;
      larger.#count[target] = this.#count[slot]!;
      larger.#lastDocument[target] = this.#lastDocument[slot]!;
    }
    this.#capacity = larger.#capacity;
    this.#first = larger.#first;
    this.#second = larger.#second;
    this.#count = larger.#count;
    this.#lastDocument = larger.#lastDocument;
  }
}
