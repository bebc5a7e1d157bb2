/**
 * A queue that takes turns between keys: entries of one key keep their order, and no key waits for more than
 * one entry of each other key.
 */
export class FairQueue<Entry> {
  /** Waiting entries by key. The first key has the next turn. */
  readonly #entries = new Map<string, Entry[]>();

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  push(key: string, entry: Entry): void {
    const waiting = this.#entries.get(key);
    if (waiting) waiting.push(entry);
    else this.#entries.set(key, [entry]);
  }

  /** Removes and returns the next entry, or returns undefined if the queue is empty. */
  shift(): Entry | undefined {
    for (const [key, waiting] of this.#entries) {
      const entry = waiting.shift();
      // Inserting the key again moves it behind all other keys.
      this.#entries.delete(key);
      if (waiting.length > 0) this.#entries.set(key, waiting);
      return entry;
    }
    return undefined;
  }
}
