/**
 * Turns texts into vectors whose cosine says how close their meanings are.
 *
 * The same text gives the same vector, alone or in a batch. Vectors have length 1.
 * A text in which the model knows nothing gives null: it has no place among the vectors and must not
 * be indexed as near to everything.
 */
export interface Embedder {
  /** Names the vector space; vectors of two models are never compared. */
  readonly model: string;
  readonly dimension: number;
  /** The most texts one call may hold. */
  readonly maxBatch: number;

  /**
   * One vector, or null, for each text, in order; `[]` for no texts.
   *
   * @throws VAL_FIELD_INVALID for more than `maxBatch` texts
   * @throws SYS_SERVICE_UNAVAILABLE when the model cannot be reached or gives no usable answer in time
   * @throws the signal's reason once it is aborted
   */
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<(Float32Array | null)[]>;

  /** Releases connections. Later calls of `embed` throw SYS_SERVICE_UNAVAILABLE. */
  close(): Promise<void>;
}
