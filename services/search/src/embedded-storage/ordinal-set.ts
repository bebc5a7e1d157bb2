import { growArray } from './grow-array.ts';

/**
 * A set of ordinals that numbers its elements from 0 in the order in which they are added. A look-up is one
 * access to an array by ordinal, which is several times faster than a `Map`. Reuse an instance for many
 * sets, because the array is as long as the index.
 */
export class OrdinalSet {
  #ordinals = new Int32Array(512);
  #size = 0;
  /** Position plus 1 by ordinal. 0 for ordinals that are not in the set. */
  #entries = new Int32Array(0);

  /** Removes all ordinals. @param length all ordinals that are added later are less than this number */
  reset(length: number): void {
    for (let position = 0; position < this.#size; position++) this.#entries[this.#ordinals[position]!] = 0;
    this.#size = 0;
    this.#entries = growArray(this.#entries, length);
  }

  /** Adds an ordinal if it is missing. Returns its position. */
  add(ordinal: number): number {
    const entry = this.#entries[ordinal]!;
    if (entry !== 0) return entry - 1;
    const position = this.#size++;
    this.#ordinals = growArray(this.#ordinals, this.#size);
    this.#ordinals[position] = ordinal;
    this.#entries[ordinal] = position + 1;
    return position;
  }

  /** Number of ordinals in the set. */
  get size(): number {
    return this.#size;
  }

  /** Returns the position of an ordinal, or -1 if it is not in the set. */
  positionOf(ordinal: number): number {
    return this.#entries[ordinal]! - 1;
  }

  /** The ordinals by position, valid until the set is changed. */
  ordinals(): Int32Array {
    return this.#ordinals.subarray(0, this.#size);
  }
}
