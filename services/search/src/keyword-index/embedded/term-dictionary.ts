const EMPTY = 0;

/** Numbers from 0 for term keys: a hash table in typed arrays, 18 to 36 bytes per term. */
export class TermDictionary {
  #low = new Uint32Array(1024);
  #high = new Uint32Array(1024);
  // Number + 1; 0 for an empty place.
  #numbers = new Uint32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get sizeBytes(): number {
    return this.#numbers.length * 12;
  }

  find(low: number, high: number): number | undefined {
    const entry = this.#numbers[this.#place(low, high)]!;
    return entry === EMPTY ? undefined : entry - 1;
  }

  /** The term's number, a new one if it has none. */
  getOrAdd(low: number, high: number): number {
    const place = this.#place(low, high);
    const entry = this.#numbers[place]!;
    if (entry !== EMPTY) return entry - 1;
    this.#low[place] = low;
    this.#high[place] = high;
    this.#numbers[place] = ++this.#size;
    const number = this.#size - 1;
    if (this.#size * 3 > this.#numbers.length * 2) this.#grow();
    return number;
  }

  /** Where the key is, or the empty place where it would go. The keys are hashes already. */
  #place(low: number, high: number): number {
    const mask = this.#numbers.length - 1;
    let place = low & mask;
    while (this.#numbers[place] !== EMPTY && (this.#low[place] !== low || this.#high[place] !== high)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const [low, high, numbers] = [this.#low, this.#high, this.#numbers];
    this.#low = new Uint32Array(low.length * 2);
    this.#high = new Uint32Array(low.length * 2);
    this.#numbers = new Uint32Array(low.length * 2);
    for (let old = 0; old < numbers.length; old++) {
      if (numbers[old] === EMPTY) continue;
      const place = this.#place(low[old]!, high[old]!);
      this.#low[place] = low[old]!;
      this.#high[place] = high[old]!;
      this.#numbers[place] = numbers[old]!;
    }
  }
}
