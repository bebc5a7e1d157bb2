/** Times and IDs of one fake server. */
export class Clock {
  readonly #now: () => number;
  #latest = 0;
  #lastIdTime = 0;
  #sequence = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
    this.startRequest();
  }

  /** Reads the time of a request. All times of the request are equal, as in a transaction. */
  startRequest(): void {
    this.#latest = Math.max(this.#latest, Math.floor(this.#now()));
  }

  /** Returns the time of the current request in milliseconds since the epoch. Never decreases. */
  now(): number {
    return this.#latest;
  }

  /** Returns a UUIDv7. A later ID is larger. */
  newId(): string {
    const now = this.now();
    this.#sequence = now > this.#lastIdTime ? 0 : this.#sequence + 1;
    if (now > this.#lastIdTime) this.#lastIdTime = now;
    if (this.#sequence > 0xfff) {
      this.#lastIdTime += 1;
      this.#sequence = 0;
    }
    const time = this.#lastIdTime.toString(16).padStart(12, '0');
    const sequence = this.#sequence.toString(16).padStart(3, '0');
    const random = crypto.randomUUID().slice(19);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${random}`;
  }
}
