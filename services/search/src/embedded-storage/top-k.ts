import { sortHits } from './ordinal-hits.ts';
import type { OrdinalHits } from './ordinal-hits.ts';

/**
 * Keeps the `limit` highest-scoring ordinals of those offered. Implemented as a binary heap with the worst
 * entry on top, so that rejecting a candidate costs one comparison. Among equal scores, the lower ordinal
 * wins.
 */
export class TopK {
  readonly #limit: number;
  readonly #ordinals: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    // One buffer, because a buffer of more than 64 bytes takes 2 µs.
    const buffer = new ArrayBuffer(12 * limit);
    this.#scores = new Float64Array(buffer, 0, limit);
    this.#ordinals = new Int32Array(buffer, 8 * limit, limit);
  }

  /**
   * The lowest kept score. Candidates with a lower score are rejected. -Infinity while fewer than `limit`
   * entries are kept.
   */
  get threshold(): number {
    return this.#size < this.#limit ? -Infinity : this.#limit === 0 ? Infinity : this.#scores[0]!;
  }

  offer(ordinal: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#siftUp(this.#size++, ordinal, score);
    } else if (this.#limit > 0 && this.#isWorse(0, ordinal, score)) {
      this.#siftDown(ordinal, score);
    }
  }

  /** The kept ordinals in no particular order, until the next call of `offer`. */
  ordinals(): Int32Array {
    return this.#ordinals.subarray(0, this.#size);
  }

  /** The kept entries, best first. */
  sorted(): OrdinalHits {
    const ordinals = this.#ordinals;
    return sortHits(
      { ordinals: this.ordinals(), scores: this.#scores },
      (a, b) => ordinals[a]! - ordinals[b]!,
    );
  }

  /** Returns true if the entry at a heap position is worse than the given entry. */
  #isWorse(position: number, ordinal: number, score: number): boolean {
    const difference = this.#scores[position]! - score;
    return difference === 0 ? this.#ordinals[position]! > ordinal : difference < 0;
  }

  #siftUp(from: number, ordinal: number, score: number): void {
    let position = from;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      if (this.#isWorse(parent, ordinal, score)) break;
      this.#move(parent, position);
      position = parent;
    }
    this.#ordinals[position] = ordinal;
    this.#scores[position] = score;
  }

  #siftDown(ordinal: number, score: number): void {
    let position = 0;
    for (;;) {
      let child = 2 * position + 1;
      if (child >= this.#size) break;
      const sibling = child + 1;
      if (sibling < this.#size && this.#isWorse(sibling, this.#ordinals[child]!, this.#scores[child]!))
        child = sibling;
      if (!this.#isWorse(child, ordinal, score)) break;
      this.#move(child, position);
      position = child;
    }
    this.#ordinals[position] = ordinal;
    this.#scores[position] = score;
  }

  #move(from: number, to: number): void {
    this.#ordinals[to] = this.#ordinals[from]!;
    this.#scores[to] = this.#scores[from]!;
  }
}
