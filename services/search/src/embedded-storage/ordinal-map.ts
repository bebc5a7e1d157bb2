const EMPTY = 0;
const REMOVED = -1;
const FIRST_SIZE = 256;

/**
 * Finds the slot of an id in about 0.1 us, where asking the file takes 3: open addressing over ids that lie 16
 * bytes each in an array by slot. 8 to 16 bytes per item.
 */
export class OrdinalMap {
  // Slot + 1 at a place that follows from the id; a power of two long, at least half of it EMPTY.
  #table = new Int32Array(FIRST_SIZE);
  #used = 0;
  #live = 0;

  get sizeBytes(): number {
    return this.#table.byteLength;
  }

  /** The slot whose id lies at `at` in `bytes`, or -1. */
  find(ids: Uint8Array, bytes: Uint8Array, at: number): number {
    const place = this.#place(ids, bytes, at);
    return place === -1 ? -1 : this.#table[place]! - 1;
  }

  /** Takes a slot in whose id is in `ids` already, and is no other slot's. */
  add(ids: Uint8Array, slot: number): void {
    if (2 * (this.#used + 1) > this.#table.length) this.#rebuild(ids);
    this.#put(ids, slot);
    this.#used++;
    this.#live++;
  }

  /** Forgets a slot; its id is still in `ids`. */
  remove(ids: Uint8Array, slot: number): void {
    const place = this.#place(ids, ids, 16 * slot);
    if (place === -1) return;
    this.#table[place] = REMOVED;
    this.#live--;
  }

  #place(ids: Uint8Array, bytes: Uint8Array, at: number): number {
    const mask = this.#table.length - 1;
    for (let place = hash(bytes, at) & mask; ; place = (place + 1) & mask) {
      const entry = this.#table[place]!;
      if (entry === EMPTY) return -1;
      if (entry !== REMOVED && isSame(ids, 16 * (entry - 1), bytes, at)) return place;
    }
  }

  #put(ids: Uint8Array, slot: number): void {
    const mask = this.#table.length - 1;
    let place = hash(ids, 16 * slot) & mask;
    while (this.#table[place] !== EMPTY) place = (place + 1) & mask;
    this.#table[place] = slot + 1;
  }

  #rebuild(ids: Uint8Array): void {
    const old = this.#table;
    let size = FIRST_SIZE;
    while (size < 4 * (this.#live + 1)) size *= 2;
    this.#table = new Int32Array(size);
    for (const entry of old) if (entry > 0) this.#put(ids, entry - 1);
    this.#used = this.#live;
  }
}

function hash(bytes: Uint8Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < 16; i += 4) {
    const word =
      bytes[at + i]! | (bytes[at + i + 1]! << 8) | (bytes[at + i + 2]! << 16) | (bytes[at + i + 3]! << 24);
    sum = Math.imul(sum ^ word, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum;
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  for (let i = 15; i >= 0; i--) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
