/** Hands out slots: those given back first, then the next new one. */
export class OrdinalAllocator {
  readonly #free: number[] = [];
  #next = 0;

  /** For loading: call with the slots in use, ascending. */
  markUsed(slot: number): void {
    for (; this.#next < slot; this.#next++) this.#free.push(this.#next);
    this.#next = slot + 1;
  }

  allocate(): number {
    return this.#free.pop() ?? this.#next++;
  }

  release(slot: number): void {
    this.#free.push(slot);
  }
}
