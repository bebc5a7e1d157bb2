/** Maximum number of positions that the server accepts in `x-loci-min-position`. */
const MAX_POSITIONS = 8;

/**
 * Positions of the client's own writes, for reads that include these writes.
 *
 * @see docs/reference/http.md#positions-of-writes
 */
export class Positions {
  #positions: readonly string[] = [];

  /** Returns the positions of the client's own writes. */
  current(): readonly string[] {
    return this.#positions;
  }

  /**
   * Records the position of a write. It replaces the positions that the write was sent with, because it also stands for
   * their changes. If more than eight concurrent writes return positions, the oldest are dropped.
   */
  record(position: string, sent: readonly string[]): void {
    const others = this.#positions.filter((known) => known !== position && !sent.includes(known));
    this.#positions = [...others, position].slice(-MAX_POSITIONS);
  }

  /** Forgets positions that the server rejected, for example after the operator restored a backup. */
  forget(rejected: readonly string[]): void {
    this.#positions = this.#positions.filter((known) => !rejected.includes(known));
  }
}

/**
 * Returns the positions to send with a request. If there are more than eight, the oldest of the client's own writes are
 * dropped.
 *
 * @param minPosition position of a write of another client
 */
export const withMinPosition = (
  own: readonly string[],
  minPosition: string | undefined,
): readonly string[] => (minPosition === undefined ? own : [minPosition, ...own.slice(1 - MAX_POSITIONS)]);
