const EMPTY = 0;

/**
 * Assigns ordinals, from 0, to terms. A term is identified by its hash. The dictionary is an open-addressing
 * hash table that takes 18 to 36 bytes per term.
 */
export class TermDictionary {
  #low = new Uint32Array(1024);
  #high = new Uint32Array(1024);
  /** Each entry is an ordinal plus 1, or EMPTY. */
  #entries = new Uint32Array(1024);
  #size = 0;

  get sizeBytes(): number {
    return this.#entries.length * 12;
  }

  /** The ordinal of a term, or undefined if it was not added. */
  find(low: number, high: number): number | undefined {
    const entry = this.#entries[this.#positionOf(low, high)]!;
    return entry === EMPTY ? undefined : entry - 1;
  }

  /** Returns the ordinal of a term. Adds the term if it is new. */
  getOrAdd(low: number, high: number): number {
    const position = this.#positionOf(low, high);
    const entry = this.#entries[position]!;
    if (entry !== EMPTY) return entry - 1;
    this.#low[position] = low;
    this.#high[position] = high;
    this.#entries[position] = ++this.#size;
    const ordinal = this.#size - 1;
    if (this.#size * 3 > this.#entries.length * 2) this.#grow();
    return ordinal;
  }

  /**
   * The position of a hash, or the empty position where it would be inserted. Term hashes need no further
   * hashing.
   */
  #positionOf(low: number, high: number): number {
    const mask = this.#entries.length - 1;
    let position = low & mask;
    while (
      this.#entries[position] !== EMPTY &&
      (this.#low[position] !== low || this.#high[position] !== high)
    ) {
      position = (position + 1) & mask;
    }
    return position;
  }

  #grow(): void {
    const [low, high, entries] = [this.#low, this.#high, this.#entries];
    this.#low = new Uint32Array(low.length * 2);
    this.#high = new Uint32Array(low.length * 2);
    this.#entries = new Uint32Array(low.length * 2);
    for (let old = 0; old < entries.length; old++) {
      if (entries[old] === EMPTY) continue;
      const position = this.#positionOf(low[old]!, high[old]!);
      this.#low[position] = low[old]!;
      this.#high[position] = high[old]!;
      this.#entries[position] = entries[old]!;
    }
  }
}
