const EMPTY = 0;
const REMOVED = -1;
const INITIAL_SIZE = 256;

/**
 * Maps ids to ordinals. A look-up takes about 0.1 µs, compared with 3 µs for a query of the SQLite file. The
 * map is an open-addressing hash table over ids of 16 bytes each, which the caller stores in an array by
 * ordinal. Takes 8 to 16 bytes per item.
 */
export class OrdinalMap {
  /**
   * Entries are an ordinal plus 1, EMPTY or REMOVED. The length is a power of two. At least half are EMPTY.
   */
  #table = new Int32Array(INITIAL_SIZE);
  #used = 0;
  #live = 0;

  get sizeBytes(): number {
    return this.#table.byteLength;
  }

  /**
   * Finds the ordinal of an id.
   *
   * @param ids the array of ids by ordinal
   * @param bytes holds the id to find, from `offset`
   * @returns the ordinal, or -1 if the map does not contain the id
   */
  find(ids: Uint8Array, bytes: Uint8Array, offset: number): number {
    const position = this.#positionOf(ids, bytes, offset);
    return position === -1 ? -1 : this.#table[position]! - 1;
  }

  /** Adds an ordinal. Its id must be in `ids` already and must not belong to another ordinal. */
  add(ids: Uint8Array, ordinal: number): void {
    if (2 * (this.#used + 1) > this.#table.length) this.#rebuild(ids);
    this.#insert(ids, ordinal);
    this.#used++;
    this.#live++;
  }

  /** Removes an ordinal. Its id must still be in `ids`. Idempotent. */
  remove(ids: Uint8Array, ordinal: number): void {
    const position = this.#positionOf(ids, ids, 16 * ordinal);
    if (position === -1) return;
    this.#table[position] = REMOVED;
    this.#live--;
  }

  #positionOf(ids: Uint8Array, bytes: Uint8Array, offset: number): number {
    const mask = this.#table.length - 1;
    for (let position = hashId(bytes, offset) & mask; ; position = (position + 1) & mask) {
      const entry = this.#table[position]!;
      if (entry === EMPTY) return -1;
      if (entry !== REMOVED && equalIds(ids, 16 * (entry - 1), bytes, offset)) return position;
    }
  }

  #insert(ids: Uint8Array, ordinal: number): void {
    const mask = this.#table.length - 1;
    let position = hashId(ids, 16 * ordinal) & mask;
    while (this.#table[position] !== EMPTY) position = (position + 1) & mask;
    this.#table[position] = ordinal + 1;
  }

  #rebuild(ids: Uint8Array): void {
    const old = this.#table;
    let size = INITIAL_SIZE;
    while (size < 4 * (this.#live + 1)) size *= 2;
    this.#table = new Int32Array(size);
    for (const entry of old) if (entry > 0) this.#insert(ids, entry - 1);
    this.#used = this.#live;
  }
}

function hashId(bytes: Uint8Array, offset: number): number {
  let hash = 0;
  for (let i = 0; i < 16; i += 4) {
    const word =
      bytes[offset + i]! |
      (bytes[offset + i + 1]! << 8) |
      (bytes[offset + i + 2]! << 16) |
      (bytes[offset + i + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Compares two ids of 16 bytes, from the end, because ids that were created together begin with the same bytes. */
export function equalIds(a: Uint8Array, aOffset: number, b: Uint8Array, bOffset: number): boolean {
  for (let i = 15; i >= 0; i--) if (a[aOffset + i] !== b[bOffset + i]) return false;
  return true;
}
