/**
 * Keeps the `limit` best of the (slot, score) pairs offered to it: a binary heap with the worst on top, so
 * that a pair that cannot get in costs one comparison. Of equal scores the lower slot is better.
 */
export class TopK {
  readonly #limit: number;
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#slots = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** A score must be above this to get in. */
  get threshold(): number {
    return this.#size < this.#limit ? -Infinity : this.#limit === 0 ? Infinity : this.#scores[0]!;
  }

  offer(slot: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#rise(this.#size++, slot, score);
    } else if (this.#limit > 0 && this.#isWorse(0, slot, score)) {
      this.#sink(slot, score);
    }
  }

  /** In no order. */
  ordinals(): Int32Array {
    return this.#slots.slice(0, this.#size);
  }

  /** Best first. */
  sorted(): { slot: number; score: number }[] {
    const pairs = Array.from({ length: this.#size }, (_, i) => ({
      slot: this.#slots[i]!,
      score: this.#scores[i]!,
    }));
    return pairs.sort((a, b) => b.score - a.score || a.slot - b.slot);
  }

  #isWorse(at: number, slot: number, score: number): boolean {
    const difference = this.#scores[at]! - score;
    return difference === 0 ? this.#slots[at]! > slot : difference < 0;
  }

  #rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(parent, slot, score)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  #sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const sibling = child + 1;
      if (sibling < this.#size && this.#isWorse(sibling, this.#slots[child]!, this.#scores[child]!))
        child = sibling;
      if (!this.#isWorse(child, slot, score)) break;
      this.#move(child, at);
      at = child;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  #move(from: number, to: number): void {
    this.#slots[to] = this.#slots[from]!;
    this.#scores[to] = this.#scores[from]!;
  }
}
