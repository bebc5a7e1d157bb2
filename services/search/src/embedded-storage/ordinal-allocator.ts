/**
 * Allocates ordinals, released ones first. An ordinal is the position of an item in the arrays of a tenant's
 * index.
 */
export class OrdinalAllocator {
  readonly #released: number[] = [];
  #next = 0;

  /** Marks an ordinal as in use while a tenant is loaded. Call with ascending ordinals, before `allocate`. */
  markUsed(ordinal: number): void {
    for (; this.#next < ordinal; this.#next++) this.#released.push(this.#next);
    this.#next = ordinal + 1;
  }

  allocate(): number {
    return this.#released.pop() ?? this.#next++;
  }

  release(ordinal: number): void {
    this.#released.push(ordinal);
  }
}
